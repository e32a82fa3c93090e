// The editor of a body: its kind, the fields of the kind from the library's registry, and its pose.
import { signal } from '@preact/signals';
import { convex, type ShapeField, type ShapeJSON } from 'proximal';
import { type Ambient, initialShape, space } from '../model/body.ts';
import { type BodyName, bodyPairOf, changeBody, content } from '../model/document.ts';
import { sample, sampleNames } from '../model/samples.ts';
import { Choice, NumberField } from './fields.tsx';
import { showError, showMessage } from './message.ts';
import { quantity } from './table.tsx';

type AnyAmbient = Ambient<unknown>;

function choicesOf(ambient: AnyAmbient): readonly (readonly [value: string, text: string, group: string])[] {
  const samples = ambient.dimension === 3 ? sampleNames : [];
  return [
    ...ambient.kinds.map(({ kind }) => [kind, kind, 'Shapes'] as const),
    ...samples.map((name) => [`sample ${name}`, name, 'Hulls of sample meshes'] as const),
  ];
}

export function BodyPanel({ ambient = space, name }: { readonly ambient?: AnyAmbient; readonly name: BodyName }) {
  const body = bodyPairOf(content.value, ambient)[name];
  const { shape } = body;
  const fields = ambient.kinds.find(({ kind }) => kind === shape.kind)?.fields ?? [];
  const choose = (value: string): void => {
    const next = value.startsWith('sample ') ? sample(value.slice(7)) : initialShape(ambient, value);
    changeBody(ambient, name, { shape: next });
  };
  return (
    <fieldset class={`body body-${name}`}>
      <legend>{name.toUpperCase()}</legend>
      <Choice label="Shape" value={shape.kind} choices={choicesOf(ambient)} onChange={choose} />
      <div class="grid">
        {fields.map((field) => (
          <FieldEditor key={`${shape.kind} ${field.name}`} {...{ ambient, name, shape, field }} />
        ))}
      </div>
      {ambient.dimension === 3 && <MeshPicker name={name} />}
      <Vector label="Position" {...{ ambient, name }} parts={ambient.axes} part="position" unit="m" step={0.05} />
      <Vector label="Rotation" {...{ ambient, name }} parts={ambient.angleNames} part="angles" unit="°" step={5} />
    </fieldset>
  );
}

interface FieldProperties {
  readonly ambient: AnyAmbient;
  readonly name: BodyName;
  readonly shape: ShapeJSON;
  readonly field: ShapeField;
}

/** The largest magnitude of sizes, in meters: beyond it, results lose digits that the page shows. */
const largestSize = 1e6;

function isTooLarge(value: unknown): boolean {
  return [value].flat().some((each) => typeof each === 'number' && Math.abs(each) > largestSize);
}

/** Sets a field of the shape if the value is not too large and the library accepts it; otherwise returns the reason for the refusal. */
function tryField({ ambient, name, shape, field }: FieldProperties, value: unknown): string | undefined {
  const next = { ...shape, [field.name]: value };
  if (isTooLarge(value)) return `at most ${largestSize} in magnitude`;
  try {
    ambient.make(next);
  } catch (error) {
    return (error as Error).message.replace(/^.*; /, '');
  }
  changeBody(ambient, name, { shape: next });
  return undefined;
}

function FieldEditor(properties: FieldProperties) {
  const { ambient, shape, field } = properties;
  const value = shape[field.name];
  const take = (next: unknown): string | undefined => tryField(properties, next);
  if (field.type === 'length' || field.type === 'number') {
    const unit = field.type === 'length' ? 'm' : '';
    return <NumberField label={field.name} value={value as number} unit={unit} step={0.05} onChange={take} />;
  }
  if (field.type === 'vector' || field.type === 'matrix') {
    const list = Array.from(value as ArrayLike<number>);
    return (
      <fieldset class="vector">
        <legend>{field.name}</legend>
        {list.map((each, k) => (
          <NumberField
            key={k}
            label={list.length === ambient.axes.length ? ambient.axes[k] : `${Math.floor(k / 3) + 1},${(k % 3) + 1}`}
            value={each}
            onChange={(next) => take(list.map((old, at) => (at === k ? next : old)))}
          />
        ))}
      </fieldset>
    );
  }
  if (field.type === 'points')
    return <p class="note">{(value as ArrayLike<number>).length / ambient.dimension} points</p>;
  return <InnerShape ambient={ambient} value={value as ShapeJSON} label={field.name} onChange={take} />;
}

/** The choice of a shape inside another by its kind, at its initial size. */
function InnerShape(properties: {
  ambient: AnyAmbient;
  value: ShapeJSON;
  label: string;
  onChange: (value: ShapeJSON) => string | undefined;
}) {
  const { ambient, value, label, onChange } = properties;
  const simple = ambient.kinds.filter(({ fields }) =>
    fields.every(({ type }) => type === 'length' || type === 'number'),
  );
  const known = simple.some(({ kind }) => kind === value.kind)
    ? simple.map(({ kind }) => kind)
    : [value.kind, ...simple.map(({ kind }) => kind)];
  const choose = (kind: string): void => {
    const reason = onChange(initialShape(ambient, kind));
    if (reason) showError(label, new Error(reason));
  };
  return <Choice label={label} value={value.kind} choices={known.map((kind) => [kind, kind])} onChange={choose} />;
}

interface VectorProperties {
  readonly ambient: AnyAmbient;
  readonly label: string;
  readonly name: BodyName;
  readonly part: 'position' | 'angles';
  readonly parts: readonly string[];
  readonly unit: string;
  readonly step: number;
}

function Vector({ ambient, label, name, part, parts, unit, step }: VectorProperties) {
  const values = bodyPairOf(content.value, ambient)[name][part];
  const take = (k: number, value: number): string | undefined => {
    if (!Number.isFinite(value) || Math.abs(value) > 1e6) return 'between −10⁶ and 10⁶';
    changeBody(ambient, name, { [part]: values.map((each, at) => (at === k ? value : each)) });
    return undefined;
  };
  return (
    <fieldset class="vector">
      <legend>{label}</legend>
      {parts.map((each, k) => (
        <NumberField
          key={each}
          label={each}
          unit={unit}
          step={step}
          value={values[k]}
          onChange={(value) => take(k, value)}
        />
      ))}
    </fieldset>
  );
}

function MeshPicker({ name }: { readonly name: BodyName }) {
  return (
    <label class="file">
      Hull of a file…
      <input
        type="file"
        accept=".obj,.stl,.ply,.glb,.gltf,.dae"
        onChange={(event) => {
          const [file] = event.currentTarget.files ?? [];
          if (file) void takeMesh(name, file);
          event.currentTarget.value = '';
        }}
      />
    </label>
  );
}

/** The body that was read from a file last: the camera shows it. */
export const openedMesh = signal<{ readonly name: BodyName } | null>(null);

/** A length with a unit that suits it. */
function lengthText(meters: number): string {
  if (meters < 0.01) return quantity(1000 * meters, 'mm', 3);
  return meters < 1 ? quantity(100 * meters, 'cm', 3) : quantity(meters, 'm', 3);
}

/** The largest mesh file, in bytes. */
const largestFile = 50_000_000;

/** The convex hull of a mesh file becomes the body's shape. */
export async function takeMesh(name: BodyName, file: File): Promise<void> {
  try {
    if (file.size > largestFile) throw new RangeError('the file is larger than 50 MB');
    const { mergeMeshes, readMesh } = await import('proximal/io');
    const meshes = readMesh(new Uint8Array(await file.arrayBuffer()), { name: file.name });
    const shape = convex(mergeMeshes(meshes).vertices);
    changeBody(space, name, { shape: shape.toJSON() });
    const { min, max } = shape.boundingBox();
    const size = Math.max(...max.map((x, axis) => x - min[axis]));
    showMessage(`${file.name}: ${lengthText(size)} long; the hull has ${shape.vertexCount} vertices.`);
    openedMesh.value = { name };
  } catch (error) {
    showError(file.name, error);
  }
}

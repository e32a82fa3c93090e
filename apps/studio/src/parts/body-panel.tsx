// One body: its kind, the fields that the library's registry says it has, and its pose.
import { convex, fromJSON, type ShapeField, type ShapeJSON } from 'proximal';
import { mergeMeshes, readMesh } from 'proximal/io';
import { initialShape, kinds, type Triple } from '../model/body.ts';
import { type BodyName, changeBody, current } from '../model/document.ts';
import { sample, sampleNames } from '../model/samples.ts';
import { Choice, NumberField } from './fields.tsx';
import { complain, say } from './message.ts';

const choices = [
  ...kinds.map(({ kind }) => [kind, kind] as const),
  ...sampleNames.map((name) => [`sample ${name}`, `hull: ${name}`] as const),
];
const axes = ['x', 'y', 'z'] as const;
const turns = ['roll', 'pitch', 'yaw'] as const;

export function BodyPanel({ name }: { readonly name: BodyName }) {
  const body = current.value[name];
  const fields = kinds.find(({ kind }) => kind === body.shape.kind)?.fields ?? [];
  const choose = (value: string): void => {
    const shape = value.startsWith('sample ') ? sample(value.slice(7)) : initialShape(value);
    changeBody(name, { shape });
  };
  return (
    <fieldset class={`body body-${name}`}>
      <legend>{name.toUpperCase()}</legend>
      <Choice label="Shape" value={body.shape.kind} choices={choices} onChange={choose} />
      <div class="grid">
        {fields.map((field) => (
          <FieldEditor key={`${body.shape.kind} ${field.name}`} name={name} shape={body.shape} field={field} />
        ))}
      </div>
      <MeshPicker name={name} />
      <Vector label="Position" name={name} parts={axes} part="position" unit="m" step={0.05} />
      <Vector label="Turn" name={name} parts={turns} part="angles" unit="°" step={5} />
    </fieldset>
  );
}

interface FieldProperties {
  readonly name: BodyName;
  readonly shape: ShapeJSON;
  readonly field: ShapeField;
}

/** Takes a value into a copy of the shape, if the library accepts it. */
function tryField(name: BodyName, shape: ShapeJSON, field: string, value: unknown): string | undefined {
  const next = { ...shape, [field]: value };
  try {
    fromJSON(next);
  } catch (error) {
    return (error as Error).message.replace(/^.*; /, '');
  }
  changeBody(name, { shape: next });
  return undefined;
}

function FieldEditor({ name, shape, field }: FieldProperties) {
  const value = shape[field.name];
  const take = (next: unknown): string | undefined => tryField(name, shape, field.name, next);
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
            label={list.length === 3 ? axes[k] : `${Math.floor(k / 3) + 1},${(k % 3) + 1}`}
            value={each}
            onChange={(next) => take(list.map((old, at) => (at === k ? next : old)))}
          />
        ))}
      </fieldset>
    );
  }
  if (field.type === 'points') return <p class="note">{(value as ArrayLike<number>).length / 3} points</p>;
  return <InnerShape value={value as ShapeJSON} label={field.name} onChange={take} />;
}

/** A shape inside another: its kind, at its initial size. */
function InnerShape(properties: {
  value: ShapeJSON;
  label: string;
  onChange: (value: ShapeJSON) => string | undefined;
}) {
  const { value, label, onChange } = properties;
  const simple = kinds.filter(({ fields }) => fields.every(({ type }) => type === 'length' || type === 'number'));
  const known = simple.some(({ kind }) => kind === value.kind)
    ? simple.map(({ kind }) => kind)
    : [value.kind, ...simple.map(({ kind }) => kind)];
  const refuse = (kind: string): void => {
    const wrong = onChange(initialShape(kind));
    if (wrong) complain(label, new Error(wrong));
  };
  return <Choice label={label} value={value.kind} choices={known.map((kind) => [kind, kind])} onChange={refuse} />;
}

interface VectorProperties {
  readonly label: string;
  readonly name: BodyName;
  readonly part: 'position' | 'angles';
  readonly parts: readonly string[];
  readonly unit: string;
  readonly step: number;
}

function Vector({ label, name, part, parts, unit, step }: VectorProperties) {
  const values = current.value[name][part];
  const take = (k: number, value: number): string | undefined => {
    if (!Number.isFinite(value) || Math.abs(value) > 1e6) return 'between −10⁶ and 10⁶';
    changeBody(name, { [part]: values.map((each, at) => (at === k ? value : each)) as unknown as Triple });
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
        accept=".obj,.stl,.ply,.glb,.gltf"
        onChange={(event) => {
          const [file] = event.currentTarget.files ?? [];
          if (file) void takeMesh(name, file);
          event.currentTarget.value = '';
        }}
      />
    </label>
  );
}

/** Files beyond this are no fun in a page. */
const largestFile = 50_000_000;

/** The convex hull of a mesh file becomes the body's shape. */
export async function takeMesh(name: BodyName, file: File): Promise<void> {
  try {
    if (file.size > largestFile) throw new RangeError('the file is larger than 50 MB');
    const meshes = readMesh(new Uint8Array(await file.arrayBuffer()), { name: file.name });
    const shape = convex(mergeMeshes(meshes).vertices);
    changeBody(name, { shape: shape.toJSON() });
    say(`${file.name}: the hull has ${shape.vertexCount} vertices.`);
  } catch (error) {
    complain(file.name, error);
  }
}

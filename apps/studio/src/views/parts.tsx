// A mesh in convex parts, which a slider moves apart, and which can be colored by their distances from the solid.
import { computed } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { partsMesh } from '../decomposition/parts-mesh.ts';
import { samples } from '../decomposition/samples.ts';
import {
  cancel,
  diagonal,
  errors,
  found,
  mesh,
  openSample,
  problem,
  progress,
  run,
  takePartsMesh,
} from '../decomposition/session.ts';
import { set, viewState } from '../model/document.ts';
import { isPartCount, isTolerance } from '../model/settings.ts';
import { Choice, NumberField, Segments } from '../parts/fields.tsx';
import { quantity, type Row, Table } from '../parts/table.tsx';
import { Canvas, type StageContent } from '../stage/canvas.tsx';
import { errorColor, partsContent } from '../stage/parts.ts';
import type { Stage } from '../stage/stage.ts';

const settings = computed(() => viewState.value.settings.parts);
/** The error with the last color: the proven one, or without parts the tolerance. */
const scale = computed(() => found.value?.error ?? settings.value.tolerance * diagonal.value);

function makeContent(stage: Stage): StageContent {
  return partsContent(stage, () => ({
    mesh: mesh.value,
    found: found.value,
    errors: errors.value,
    explosion: settings.value.explosion,
    color: settings.value.color,
    scale: scale.value,
  }));
}

export function PartsView() {
  useEffect(run, []);
  return (
    <>
      <Canvas label="A mesh in convex parts." make={makeContent} />
      <aside class="panel">
        <MeshChoice />
        <NumberField
          label="Tolerance"
          unit="% of the diagonal"
          step={0.25}
          value={100 * settings.value.tolerance}
          onChange={(value) => {
            if (!isTolerance(value / 100)) return 'a number from 0.1 to 50 is needed';
            set('parts', { tolerance: value / 100 });
            return undefined;
          }}
        />
        <NumberField
          label="Largest number of parts"
          step={1}
          value={settings.value.maxParts}
          onChange={(value) => {
            if (!isPartCount(value)) return 'a whole number from 1 to 256 is needed';
            set('parts', { maxParts: value });
            return undefined;
          }}
        />
        <label class="field">
          <span>Explode</span>
          <input
            type="range"
            min={0}
            max={1.5}
            step={0.01}
            value={settings.value.explosion}
            onInput={(event) => set('parts', { explosion: event.currentTarget.valueAsNumber })}
          />
        </label>
        <Segments
          label="Color"
          value={settings.value.color}
          choices={[
            ['parts', 'Parts'],
            ['error', 'Error'],
          ]}
          onChange={(value) => set('parts', { color: value as 'parts' | 'error' })}
        />
        {settings.value.color === 'error' && <Scale />}
        <Progress />
        <Numbers />
      </aside>
    </>
  );
}

function MeshChoice() {
  const userMesh = partsMesh.value ? [['own', partsMesh.value.name] as const] : [];
  return (
    <>
      <Choice
        label="Mesh"
        value={partsMesh.value ? 'own' : settings.value.sample}
        choices={[...Object.entries(samples).map(([name, { title }]) => [name, title] as const), ...userMesh]}
        onChange={openSample}
      />
      <label class="file">
        Open a mesh
        <input
          type="file"
          accept=".obj,.stl,.ply,.glb,.gltf,.dae"
          onChange={(event) => {
            const [file] = event.currentTarget.files ?? [];
            if (file) void takePartsMesh(file);
            event.currentTarget.value = '';
          }}
        />
      </label>
    </>
  );
}

/** The colors of errors. */
function Scale() {
  if (found.value && !errors.value)
    return (
      <p class="notice" role="status">
        The errors are being computed.
      </p>
    );
  const stops = [0, 0.25, 0.5, 0.75, 1].map((fraction) => `#${errorColor(fraction).getHexString()}`);
  return (
    <p class="note">
      <span
        style={{
          display: 'block',
          height: '0.6rem',
          borderRadius: '0.2rem',
          background: `linear-gradient(to right, ${stops.join(', ')})`,
        }}
      />
      0 to {quantity(1000 * scale.value, 'mm', 3)} beyond the solid
    </p>
  );
}

function Progress() {
  if (problem.value)
    return (
      <p class="notice" role="alert">
        {problem.value}
      </p>
    );
  if (!progress.value) return found.value ? null : <p class="notice">The decomposition was canceled.</p>;
  const { fraction, parts } = progress.value;
  return (
    <p class="notice" role="status">
      <progress value={fraction} max={1} aria-label="Progress" /> {parts} parts{' '}
      <button type="button" onClick={cancel}>
        Cancel
      </button>
    </p>
  );
}

function Numbers() {
  if (!found.value) return null;
  const { parts, error, uncovered, volume, solidVolume, seconds, notices } = found.value;
  const rows: Row[] = [
    ['triangles', String(mesh.value.triangles.length / 3)],
    ['parts', String(parts.length)],
    ['proven error', quantity(1000 * error, 'mm', 4)],
    ['uncovered', quantity(1000 * uncovered, 'mm', 2)],
    ['volume, sum of parts', quantity(1e6 * volume, 'cm³', 5)],
    ...(solidVolume === null ? [] : ([['volume, sum of shells', quantity(1e6 * solidVolume, 'cm³', 5)]] as const)),
    ['time', quantity(seconds, 's', 3)],
  ];
  return (
    <>
      <Table label="Decomposition" rows={rows} />
      {notices.map((notice) => (
        <p key={notice} class="note">
          {notice}
        </p>
      ))}
    </>
  );
}

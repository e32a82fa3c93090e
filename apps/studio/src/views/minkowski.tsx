// The difference set with the origin, and an algorithm going through it step by step.
import { computed, effect, signal } from '@preact/signals';
import { DoubleSide, Group, Mesh, MeshStandardMaterial } from 'three';
import { differencePoints } from '../model/difference.ts';
import { pair } from '../model/document.ts';
import { depthRecorders, recorders } from '../model/recorders.ts';
import { BodyPanel } from '../parts/body-panel.tsx';
import { Choice } from '../parts/fields.tsx';
import { Canvas, type Scenery } from '../stage/canvas.tsx';
import { clear, dot, line, simplex, wires } from '../stage/marks.ts';
import type { Stage } from '../stage/stage.ts';
import { hullGeometry } from '../stage/surface.ts';

const algorithm = signal('gjk');
const all = [...recorders, ...depthRecorders];
const recorder = computed(() => all.find(({ name }) => name === algorithm.value) ?? all[0]);
const steps = computed(() => recorder.value.record(pair.value));
const place = signal(0);
const step = computed(() => steps.value[Math.min(place.value, steps.value.length - 1)]);
effect(() => {
  if (place.value >= steps.value.length) place.value = Math.max(0, steps.value.length - 1);
});

function makeScenery(stage: Stage): Scenery {
  const [set, marks] = [new Group(), new Group()];
  stage.content.add(set, marks);
  let drawn: object | null = null;
  return {
    update() {
      if (drawn !== pair.value) {
        drawn = pair.value;
        clear(set);
        const points = differencePoints(pair.value);
        const material = new MeshStandardMaterial({
          color: '#8b5cf6',
          transparent: true,
          opacity: 0.3,
          side: DoubleSide,
          depthWrite: false,
        });
        if (points) {
          const mesh = new Mesh(hullGeometry(points), material);
          if (set.userData['isFramed'] !== true) frame(stage, points);
          set.userData['isFramed'] = true;
          set.add(mesh);
        }
      }
      clear(marks);
      marks.add(dot([0, 0, 0], '#dc2626', 0.05));
      const { value } = step;
      if (value) {
        if (value.surface) marks.add(wires(value.surface, '#64748b'));
        marks.add(simplex(value.simplex, '#0ea5e9'));
        if (value.support.every(Number.isFinite)) {
          marks.add(dot(value.support, '#f59e0b', 0.05), line([value.point, value.support], '#f59e0b'));
        }
        marks.add(dot(value.point, '#16a34a', 0.05), line([[0, 0, 0], value.point], '#16a34a'));
      }
      stage.draw();
    },
    labels: () => [
      { text: 'origin', at: [0, 0, 0] },
      ...(step.value?.support.every(Number.isFinite) ? [{ text: 'support', at: step.value.support }] : []),
    ],
    dispose() {
      for (const group of [set, marks]) {
        clear(group);
        stage.content.remove(group);
      }
    },
  };
}

/** Shows the whole set and the origin. */
function frame(stage: Stage, points: Float64Array): void {
  const [min, max] = [
    [0, 0, 0],
    [0, 0, 0],
  ];
  points.forEach((value, k) => {
    min[k % 3] = Math.min(min[k % 3], value);
    max[k % 3] = Math.max(max[k % 3], value);
  });
  const center = min.map((value, k) => (value + max[k]) / 2);
  stage.lookAt({ center, radius: Math.hypot(...max.map((value, k) => value - min[k])) / 2 });
}

function go(by: number): void {
  place.value = Math.max(0, Math.min(steps.value.length - 1, place.value + by));
}

function stepByKey(event: KeyboardEvent): void {
  if (event.key === 'ArrowRight') go(1);
  else if (event.key === 'ArrowLeft') go(-1);
  else return;
  event.preventDefault();
}

export function MinkowskiView() {
  const count = steps.value.length;
  return (
    <>
      <Canvas
        label="The Minkowski difference of the cores around the origin. Left and right arrow keys step."
        make={makeScenery}
        onKeyDown={stepByKey}
      >
        <fieldset class="stepper" aria-label="Steps">
          <button type="button" onClick={() => go(-count)}>
            |◀<span class="hidden">First</span>
          </button>
          <button type="button" onClick={() => go(-1)}>
            ◀<span class="hidden">Back</span>
          </button>
          <input
            type="range"
            aria-label="Step"
            min={1}
            max={Math.max(1, count)}
            value={place.value + 1}
            onInput={(event) => {
              place.value = event.currentTarget.valueAsNumber - 1;
            }}
          />
          <button type="button" onClick={() => go(1)}>
            ▶<span class="hidden">Forward</span>
          </button>
          <output>{count === 0 ? 'no steps' : `${place.value + 1} of ${count}`}</output>
        </fieldset>
      </Canvas>
      <aside class="panel">
        <Choice
          label="Algorithm"
          value={algorithm.value}
          choices={all.map(({ name, title }) => [name, title])}
          onChange={(value) => {
            algorithm.value = value;
            place.value = 0;
          }}
        />
        <p class="note">{recorder.value.reference}</p>
        <StepReport />
        <BodyPanel name="a" />
        <BodyPanel name="b" />
      </aside>
    </>
  );
}

function StepReport() {
  const { value } = step;
  if (!value) return <p class="notice">A half-space is answered by its normal: there are no steps to show.</p>;
  const rows: [string, string][] = [
    ['corners of the simplex', String(value.simplex.length)],
    ['direction', vector(value.direction)],
    ['support point', vector(value.support)],
    ['nearest point', vector(value.point)],
    ['lower bound of the cores', length(value.lower)],
    ['upper bound of the cores', length(value.upper)],
  ];
  return (
    <section class="report" aria-label="Step">
      <table>
        <tbody>
          {rows.map(([name, text]) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>{text}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function length(value: number): string {
  return Number.isFinite(value) ? `${Number(value.toPrecision(8))} m` : 'none yet';
}

function vector(values: readonly number[]): string {
  return values.every(Number.isFinite) ? values.map((value) => value.toFixed(3)).join(', ') : 'none';
}

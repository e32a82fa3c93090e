// A robot that is moved by its joints or by its hand, with the distances between its links and an obstacle, and the pairs of links that may collide.
import { computed, effect, signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { openView, set } from '../model/document.ts';
import { type RobotName, robotTitles } from '../model/planning.ts';
import { Choice } from '../parts/fields.tsx';
import { IconButton } from '../parts/icon.tsx';
import { JointSliders } from '../parts/joint-sliders.tsx';
import { millimeters } from '../parts/table.tsx';
import type { LinkPair } from '../planning/protocol.ts';
import { robotFiles } from '../planning/robot-files.ts';
import {
  configuration,
  obstacleHalf,
  obstaclePosition,
  placed,
  problem,
  reach,
  robot,
  run,
  setCoordinate,
  settings,
  takeRobot,
} from '../robots/session.ts';
import { heldSceneName } from '../simulation/scenes.ts';
import { heldAngles, simulationFiles } from '../simulation/session.ts';
import { Canvas, type StageContent } from '../stage/canvas.tsx';
import { Handles } from '../stage/planning-handles.ts';
import { RobotDrawing, type RobotSelection } from '../stage/robot.ts';
import type { Stage } from '../stage/stage.ts';

const chosen = signal<RobotSelection>('gripper');
const mode = signal<'translate' | 'rotate'>('translate');
const isDragging = signal(false);
/** The entry of the robot menu for the user's files. */
const ownFiles = 'own-files';

/** The pose that the handles move. */
const chosenPose = computed(() => {
  if (chosen.value === 'gripper') return placed.value?.gripper ?? null;
  return obstaclePosition.value && [...obstaclePosition.value, 0, 0, 0, 1];
});

function move(pose: readonly number[]): void {
  if (chosen.value === 'gripper') reach(pose);
  else set('robots', { obstacle: pose.slice(0, 3).map((x) => Number(x.toFixed(4))) });
}

function makeContent(stage: Stage): StageContent {
  const drawing = new RobotDrawing(stage);
  const handles = new Handles<RobotSelection>(stage, () => drawing.choices(), {
    onMove: move,
    onDrag(value) {
      isDragging.value = value;
    },
    onChoose(selection) {
      chosen.value = selection;
    },
  });
  const stopHandles = effect(() => {
    void isDragging.value;
    handles.place(chosenPose.value, chosen.value === 'obstacle' ? 'translate' : mode.value);
  });
  let framed: unknown = null;
  return {
    update() {
      drawing.show({
        robot: robot.value,
        placed: placed.value,
        obstacle: obstaclePosition.value,
        obstacleHalf: obstacleHalf.value,
      });
      if (robot.value && framed !== robot.value && placed.value && obstaclePosition.value) {
        framed = robot.value;
        drawing.frame();
      }
    },
    frame: () => drawing.frame(),
    labels: () => drawing.labels(),
    dispose() {
      stopHandles();
      handles.dispose();
      drawing.dispose();
    },
  };
}

const steps: Readonly<Record<string, readonly [axis: number, sign: number]>> = {
  ArrowLeft: [1, 1],
  ArrowRight: [1, -1],
  ArrowDown: [2, -1],
  ArrowUp: [2, 1],
  PageDown: [0, -1],
  PageUp: [0, 1],
};

/** Arrow keys and page keys move the gripper or the obstacle by 1 % of the robot's size. */
function control(event: KeyboardEvent): void {
  const step = steps[event.key];
  if (!step || !chosenPose.value || !robot.value) return;
  const [axis, sign] = step;
  const size = 0.01 * robot.value.size;
  move(chosenPose.value.map((x, k) => (k === axis ? x + sign * size : x)));
  event.preventDefault();
}

export function RobotsView() {
  useEffect(run, []);
  return (
    <>
      <Canvas
        label="A robot and an obstacle. Drag a handle to move the hand or the obstacle; arrow and page keys move it."
        make={makeContent}
        onKeyDown={control}
      >
        <Tools />
      </Canvas>
      <aside class="panel">
        <Choices />
        {problem.value && (
          <p class="notice" role="alert">
            {problem.value}
          </p>
        )}
        {robot.value && <Joints />}
        <Clearances />
        <Matrix />
      </aside>
    </>
  );
}

function Tools() {
  const choose = (selection: RobotSelection) => () => {
    chosen.value = selection;
  };
  const use = (next: 'translate' | 'rotate') => () => {
    mode.value = next;
  };
  return (
    <fieldset class="handles" aria-label="Handles">
      <button type="button" class="hold-a" aria-pressed={chosen.value === 'gripper'} onClick={choose('gripper')}>
        Hand
      </button>
      <button type="button" class="hold-b" aria-pressed={chosen.value === 'obstacle'} onClick={choose('obstacle')}>
        Obstacle
      </button>
      <IconButton icon="move" label="Move" isPressed={mode.value === 'translate'} onClick={use('translate')} />
      <IconButton icon="turn" label="Rotate" isPressed={mode.value === 'rotate'} onClick={use('rotate')} />
    </fieldset>
  );
}

/** Opens the robot in the view Simulation. A robot of the gallery holds its configuration by PD control. */
function simulate(): void {
  if (robotFiles.value.length > 0) simulationFiles.value = robotFiles.value;
  else {
    simulationFiles.value = [];
    heldAngles.value = robot.value?.coordinates.map(({ index }) => configuration.value[index]) ?? [];
    set('simulation', { scene: heldSceneName(settings.value.robot as RobotName), solver: '', isSideBySide: false });
  }
  openView('simulation');
}

function Choices() {
  const own = robotFiles.value.length > 0 ? [[ownFiles, robot.value?.title ?? 'Own files'] as const] : [];
  return (
    <>
      <div class="row">
        <Choice
          label="Robot"
          value={own.length > 0 ? ownFiles : settings.value.robot}
          choices={[...own, ...Object.entries(robotTitles)]}
          onChange={(value) => {
            if (value === ownFiles) return;
            robotFiles.value = [];
            set('robots', { robot: value, q: [], obstacle: [], frame: '' });
          }}
        />
        <label class="file">
          Robot file…
          <input
            type="file"
            multiple
            accept=".urdf,.xml,.mjcf,.obj,.stl,.ply,.glb,.gltf,.dae"
            onChange={(event) => {
              void takeRobot([...(event.currentTarget.files ?? [])]);
              event.currentTarget.value = '';
            }}
          />
        </label>
      </div>
      <div class="row">
        <button type="button" class="primary" disabled={!robot.value} onClick={simulate}>
          {robotFiles.value.length > 0 ? 'Simulate' : 'Hold with PD control'}
        </button>
        <button type="button" onClick={() => set('robots', { q: [], obstacle: [] })}>
          First posture
        </button>
      </div>
    </>
  );
}

function Joints() {
  if (!robot.value) return null;
  const { coordinates, frames, gripper } = robot.value;
  return (
    <fieldset class="body-a">
      <legend>Joints</legend>
      <JointSliders
        coordinates={coordinates}
        angleOf={({ index }) => configuration.value[index] ?? 0}
        onChange={({ index }, value) => setCoordinate(index, value)}
      />
      <Choice
        label="Frame of the hand"
        value={frames.includes(settings.value.frame) ? settings.value.frame : gripper}
        choices={frames.map((name) => [name, name])}
        onChange={(frame) => set('robots', { frame })}
      />
    </fieldset>
  );
}

function Clearances() {
  const list = placed.value?.clearances ?? [];
  return (
    <section class="report" aria-label="Clearances">
      <table>
        <thead>
          <tr>
            <th scope="col">nearest pairs</th>
            <th scope="col" class="number">
              distance
            </th>
          </tr>
        </thead>
        <tbody>
          {list.map(({ a, b, distance }) => (
            <tr key={`${a} ${b}`}>
              <th scope="row">
                {a} – {b}
              </th>
              <td class={distance <= 0 ? 'contact' : ''} title={`${1000 * distance} mm`}>
                {millimeters(distance)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {list.length === 0 && <p class="note">No pair is near.</p>}
    </section>
  );
}

const reasons: Readonly<Record<LinkPair['reason'], string>> = {
  collide: 'are checked',
  adjacent: 'are not checked: a joint connects them',
  rigid: 'are not checked: they are one rigid body',
  overlap: 'are not checked: they overlap in the reference configuration',
  rule: 'are not checked: a rule of the robot’s file excludes them',
  mask: 'are not checked: their masks share no bit',
};

/** Which links can collide with each other. */
function Matrix() {
  if (!robot.value) return null;
  const { links, pairs } = robot.value;
  const near = new Map(
    (placed.value?.clearances ?? []).map(({ a, b, distance }) => [[a, b].sort().join('\n'), distance]),
  );
  const found = new Map(pairs.map((pair) => [`${pair.a} ${pair.b}`, pair]));
  const kinds = (Object.keys(reasons) as LinkPair['reason'][]).map((reason) => ({
    reason,
    count: pairs.filter((pair) => pair.reason === reason).length,
  }));
  return (
    <section class="report" aria-label="Self-collisions">
      <h2>Links that may collide</h2>
      <table class="matrix">
        <tbody>
          {links.map((name, row) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              {links.slice(0, row).map((other, column) => {
                const pair = found.get(`${column} ${row}`);
                const isTouching = (near.get([name, other].sort().join('\n')) ?? 1) <= 0;
                const reason = pair?.reason ?? 'rigid';
                const title = `${name} and ${other} ${reasons[reason]}${pair && pair.depth > 0 ? ` by ${millimeters(pair.depth)}` : ''}`;
                return <td key={other} class={isTouching ? 'touching' : reason} title={title} />;
              })}
            </tr>
          ))}
        </tbody>
      </table>
      <ul class="legend">
        {kinds
          .filter(({ count }) => count > 0)
          .map(({ reason, count }) => (
            <li key={reason} class={`pair-${reason}`}>
              {count} {reasons[reason]}
            </li>
          ))}
      </ul>
    </section>
  );
}

// The panel of the planning view: robot, obstacles, ends, planner, and the plan that was found.

import { set } from '../model/document.ts';
import { type End, planningRobots, robotTitles } from '../model/planning.ts';
import { plannerNames } from '../model/settings.ts';
import { Choice, NumberField } from '../parts/fields.tsx';
import { JointSliders } from '../parts/joint-sliders.tsx';
import { millimeters } from '../parts/table.tsx';
import { robotFiles } from '../planning/robot-files.ts';
import { planningScenes } from '../planning/scenes.ts';
import { changePlanning, ends, placed, planning, problem, robot, settings, takeRobot } from '../planning/session.ts';
import { chosen } from '../stage/planned.ts';
import { ObstaclePanel } from './planning-obstacles.tsx';
import { PlanResult } from './planning-result.tsx';

/** The entry of the robot menu for the user's files. */
const ownFiles = 'own-files';

export function PlanningPanel() {
  return (
    <aside class="panel">
      <RobotChoice />
      <SceneChoice />
      {problem.value ? (
        <p class="notice" role="alert">
          {problem.value}
        </p>
      ) : (
        <>
          <PlanResult />
          {typeof chosen.value === 'string' && <EndPanel end={chosen.value} />}
          <ObstaclePanel />
          <PlannerPanel />
        </>
      )}
    </aside>
  );
}

function RobotChoice() {
  const userRobot = robotFiles.value.length > 0 ? [[ownFiles, robot.value?.title ?? 'Own files'] as const] : [];
  return (
    <div class="row">
      <Choice
        label="Robot"
        value={robotFiles.value.length > 0 ? ownFiles : planning.value.robot}
        choices={[...userRobot, ...planningRobots.map((name) => [name, robotTitles[name]] as const)]}
        onChange={(value) => {
          if (value === ownFiles) return;
          robotFiles.value = [];
          changePlanning({ robot: value, frame: '', start: [], goal: [] });
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
  );
}

function SceneChoice() {
  return (
    <Choice
      label="Scene"
      value={planning.value.scene}
      choices={Object.entries(planningScenes).map(([name, { title }]) => [name, title] as const)}
      onChange={(scene) => {
        chosen.value = 'goal';
        changePlanning({ scene, obstacles: null, start: [], goal: [] });
      }}
    />
  );
}

/** The chosen end: its nearest pair, the sliders of its joints, and the frame of the handles. */
function EndPanel({ end }: { readonly end: End }) {
  if (!robot.value) return <p class="notice">Loading the robot…</p>;
  const { coordinates, frames, gripper } = robot.value;
  const q = ends[end].value;
  const place = (index: number, value: number, isMoving: boolean): void =>
    changePlanning({ [end]: q.map((x, k) => (k === index ? value : x)) }, isMoving);
  return (
    <fieldset class={end === 'start' ? 'body-a' : 'body-b'}>
      <legend>{end === 'start' ? 'Start' : 'Goal'}</legend>
      <NearestPair end={end} />
      <JointSliders
        coordinates={coordinates}
        angleOf={({ index }) => q[index] ?? 0}
        onChange={({ index }, value, isMoving) => place(index, value, isMoving)}
      />
      <Choice
        label="Frame of the handles"
        value={frames.includes(planning.value.frame) ? planning.value.frame : gripper}
        choices={frames.map((name) => [name, name])}
        onChange={(frame) => changePlanning({ frame, start: ends.start.value, goal: ends.goal.value })}
      />
    </fieldset>
  );
}

function NearestPair({ end }: { readonly end: End }) {
  const { value } = placed[end];
  if (!value) return null;
  const { distance, a, b } = value.nearest;
  if (!Number.isFinite(distance)) return <p class="note">Nothing is near.</p>;
  if (distance < 0)
    return (
      <p class="contact">
        {a} overlaps {b} by {millimeters(-distance)}.
      </p>
    );
  return (
    <p class={distance <= settings.value.padding ? 'contact' : 'note'}>
      {a} is {millimeters(distance)} from {b}.
    </p>
  );
}

function PlannerPanel() {
  const { planner, seed, padding, acceleration, hasTree, hasGhosts } = settings.value;
  return (
    <fieldset>
      <legend>Planner</legend>
      <Choice
        label="Method"
        value={planner}
        choices={Object.entries(plannerNames)}
        onChange={(value) => set('planning', { planner: value as typeof planner })}
      />
      <div class="grid">
        <NumberField
          label="Seed"
          step={1}
          value={seed}
          onChange={(value) => {
            if (!Number.isInteger(value) || value < 0 || value >= 2 ** 32) return 'a whole number from 0 is needed';
            set('planning', { seed: value });
            return undefined;
          }}
        />
        <NumberField
          label="Padding"
          unit="mm"
          step={1}
          value={1000 * padding}
          onChange={(value) => {
            if (!(value >= 0 && value <= 200)) return 'a number from 0 to 200 is needed';
            set('planning', { padding: value / 1000 });
            return undefined;
          }}
        />
        <NumberField
          label="Acceleration"
          unit="rad/s²"
          step={1}
          value={acceleration}
          onChange={(value) => {
            if (!(value >= 0.1 && value <= 1000)) return 'a number from 0.1 to 1000 is needed';
            set('planning', { acceleration: value });
            return undefined;
          }}
        />
      </div>
      <div class="checks">
        <label class="check">
          <input
            type="checkbox"
            checked={hasTree}
            onChange={(event) => set('planning', { hasTree: event.currentTarget.checked })}
          />
          Search tree
        </label>
        <label class="check">
          <input
            type="checkbox"
            checked={hasGhosts}
            onChange={(event) => set('planning', { hasGhosts: event.currentTarget.checked })}
          />
          Ghosts along the path
        </label>
      </div>
    </fieldset>
  );
}

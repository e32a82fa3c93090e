// A motion of a robot among obstacles: its ends are dragged, the search is watched, the path is played.
import { computed, effect, signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { anglesOf, space } from '../model/body.ts';
import { history } from '../model/document.ts';
import { IconButton } from '../parts/icon.tsx';
import { Transport } from '../parts/transport.tsx';
import { isPlaying, playback, seek, toggle } from '../planning/playback.ts';
import {
  certificate,
  changeObstacle,
  isDragging,
  motion,
  obstacles,
  placed,
  plan,
  reach,
  robot,
  run,
  settings,
  trees,
} from '../planning/session.ts';
import { Canvas, type StageContent } from '../stage/canvas.tsx';
import { chosen, PlanningDrawing, type Selection } from '../stage/planned.ts';
import { Handles } from '../stage/planning-handles.ts';
import type { Stage } from '../stage/stage.ts';
import { PlanningPanel } from './planning-panel.tsx';

const mode = signal<'translate' | 'rotate'>('translate');

/** The pose of the chosen end's gripper, or of the chosen obstacle. */
const chosenPose = computed(() => {
  const { value } = chosen;
  if (typeof value === 'string') return placed[value].value?.gripper ?? null;
  const obstacle = obstacles.value[value];
  return obstacle ? [...space.poseOf(obstacle)] : null;
});

/** Rounds to 10⁻⁴ m or degrees. */
const round = (value: number): number => Math.round(value * 1e4) / 1e4;

/** Moves the chosen gripper to a pose; an obstacle takes only the position or only the rotation. */
function move(pose: readonly number[], part = mode.value): void {
  const { value } = chosen;
  if (typeof value === 'string') reach(value, pose);
  else
    changeObstacle(
      value,
      part === 'rotate' ? { angles: anglesOf(pose.slice(3)).map(round) } : { position: pose.slice(0, 3).map(round) },
      isDragging.value,
    );
}

function makeContent(stage: Stage): StageContent {
  const drawing = new PlanningDrawing(stage);
  const handles = new Handles<Selection>(stage, () => drawing.choices(), {
    onMove: (pose) => move(pose),
    onDrag(value) {
      isDragging.value = value;
      if (!value) history.endDrag();
    },
    onChoose(selection) {
      chosen.value = selection;
    },
  });
  const stopHandles = effect(() => {
    void isDragging.value;
    handles.place(chosenPose.value, mode.value);
  });
  let framed: unknown = null;
  return {
    update() {
      drawing.show(
        {
          robot: robot.value,
          start: placed.start.value,
          goal: placed.goal.value,
          obstacles: obstacles.value,
          trees: trees.value,
          motion: motion.value,
          isProven: certificate.value?.valid ?? false,
          index: playback.value,
          padding: settings.value.padding,
          hasTree: settings.value.hasTree,
          hasGhosts: settings.value.hasGhosts,
        },
        chosen.value,
      );
      if (robot.value && framed !== robot.value && placed.start.value && placed.goal.value) {
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

/** Arrow keys and page keys move the chosen gripper or obstacle by 2 cm; the space bar plays, Enter plans again, Home and End seek the ends of the motion. */
function control(event: KeyboardEvent): void {
  const step = steps[event.key];
  const pose = chosenPose.value;
  if (step && pose) {
    const [axis, sign] = step;
    move(
      pose.map((x, k) => (k === axis ? x + 0.02 * sign : x)),
      'translate',
    );
  } else if (event.key === ' ') toggle();
  else if (event.key === 'Enter') plan();
  else if (event.key === 'Home') seek(0);
  else if (event.key === 'End') seek((motion.value?.times.length ?? 1) - 1);
  else return;
  event.preventDefault();
}

export function PlanningView() {
  useEffect(run, []);
  return (
    <>
      <Canvas
        label="The robot among obstacles. Drag a handle to move the gripper of start or goal; arrow and page keys move it, the space bar plays, Enter plans again."
        make={makeContent}
        onKeyDown={control}
      >
        <Tools />
        <Playback />
      </Canvas>
      <PlanningPanel />
    </>
  );
}

function Tools() {
  return (
    <fieldset class="handles" aria-label="Handles">
      {(['start', 'goal'] as const).map((end) => (
        <button
          key={end}
          type="button"
          class={end === 'start' ? 'hold-a' : 'hold-b'}
          aria-pressed={chosen.value === end}
          onClick={() => {
            chosen.value = end;
          }}
        >
          {end === 'start' ? 'Start' : 'Goal'}
        </button>
      ))}
      {typeof chosen.value === 'number' && obstacles.value[chosen.value] && (
        <button type="button" aria-pressed="true">
          {obstacles.value[chosen.value].name}
        </button>
      )}
      <IconButton
        icon="move"
        label="Move"
        isPressed={mode.value === 'translate'}
        onClick={() => {
          mode.value = 'translate';
        }}
      />
      <IconButton
        icon="turn"
        label="Rotate"
        isPressed={mode.value === 'rotate'}
        onClick={() => {
          mode.value = 'rotate';
        }}
      />
    </fieldset>
  );
}

/** A separate component, because it changes with every frame. */
function Playback() {
  if (!motion.value) return null;
  const { times } = motion.value;
  return (
    <Transport
      label="Time"
      count={times.length}
      index={playback.value}
      isPlaying={isPlaying.value}
      onSeek={seek}
      onPlay={toggle}
      text={`${times[playback.value].toFixed(2)} s`}
    />
  );
}

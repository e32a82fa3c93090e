// The pictures of a lesson, in which its bodies can be dragged, turned and moved by keys.
import type { Point } from '../picture/marks.ts';
import { Picture } from '../picture/picture.tsx';
import type { Lesson, LessonStep, Pane, Placement } from './lesson.ts';
import { openLesson } from './open-lesson.ts';

interface Properties {
  readonly lesson: Lesson;
  readonly step: LessonStep;
  readonly bodies: readonly Placement[];
}

export function LessonPictures({ lesson, step, bodies }: Properties) {
  return (
    <div class="lesson-panes" data-count={lesson.panes.length}>
      {lesson.panes.map((pane, k) => (
        <figure key={pane.title}>
          <figcaption>{pane.title}</figcaption>
          <Picture
            label={pane.title}
            marks={step.pictures[k]}
            window={pane.window}
            frame={pane.frame}
            onDrag={pane.drags ? (start, isTurn) => dragOf(pane, lesson, bodies, start, isTurn) : undefined}
            onKeyDown={pane.drags ? (event) => moveByKey(event, bodies) : undefined}
          />
        </figure>
      ))}
    </div>
  );
}

/** The largest coordinate that dragging gives a body, in meters. */
const reach = 4;
const limited = (x: number): number => Math.max(-reach, Math.min(reach, Math.round(x * 1e4) / 1e4));

function place(bodies: readonly Placement[], k: number, part: Partial<Placement>): void {
  const moved = bodies.map((body, at) => (at === k ? { ...body, ...part } : body));
  openLesson.value = { ...openLesson.value, bodies: moved };
}

/** Moves a body along with the pointer, or turns it about its center. */
function dragOf(
  { drags }: Pane,
  lesson: Lesson,
  bodies: readonly Placement[],
  start: Point,
  isTurn: boolean,
): ((at: Point) => void) | null {
  const isDifference = drags !== 'bodies';
  const under = lesson.outlines(bodies).map((outline) => contains(outline, start));
  const k = isDifference ? bodies.length - 1 : under.lastIndexOf(true);
  if (k < 0) return null;
  const { position, angle } = bodies[k];
  const bearing = ([x, y]: Point): number => Math.atan2(y - position[1], x - position[0]);
  if (isTurn && !isDifference)
    return (at) => place(bodies, k, { angle: limited(angle + bearing(at) - bearing(start)) });
  const sign = drags === 'difference' ? -1 : 1;
  return (at) =>
    place(bodies, k, { position: at.map((x, axis) => limited(position[axis] + sign * (x - start[axis]))) });
}

function contains(outline: readonly Point[], [x, y]: Point): boolean {
  return outline.every(([px, py], k) => {
    const [qx, qy] = outline[(k + 1) % outline.length];
    return (qx - px) * (y - py) - (qy - py) * (x - px) >= 0;
  });
}

const motions: Readonly<Record<string, Point>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowDown: [0, -1],
  ArrowUp: [0, 1],
};

/** Arrow keys move B by 5 cm, with shift A; brackets turn B by 5°. */
function moveByKey(event: KeyboardEvent, bodies: readonly Placement[]): void {
  const k = event.shiftKey ? 0 : bodies.length - 1;
  const { position, angle } = bodies[k];
  const turn = { '[': 1, ']': -1 }[event.key];
  const motion = motions[event.key];
  if (turn) place(bodies, k, { angle: limited(angle + (turn * Math.PI) / 36) });
  else if (motion) place(bodies, k, { position: position.map((x, axis) => limited(x + 0.05 * motion[axis])) });
  else return;
  event.preventDefault();
  event.stopPropagation();
}

// The forces of the user on a body: a push for some time, or the pull of a grab, which is a damped spring.
import { transformPoint } from 'proximal/math';
import type { Figure, FigurePoses } from './figures.ts';
import type { BodyView, Frame, Grab, Push } from './protocol.ts';

/** Stiffness per mass in 1/s² and damping per mass in 1/s. They are smaller for robots, because a strong pull would topple them. */
const springs = { body: [225, 24], robot: [25, 2] } as const;
/** The force of a grab does not increase beyond this distance, in meters. */
const maxDistance = 1;

interface Instant {
  readonly time: number;
  readonly timeStep: number;
  /** The displacement of the drawing, for simulators side by side. */
  readonly offset: readonly [number, number];
}

export class Pulls {
  private pushed: { readonly push: Push; readonly until: number } | null = null;
  private grabbed: Grab | null = null;
  /** The position of the held point at the previous step; null before the first step. */
  private before: readonly number[] | null = null;
  private drawn: Frame['pull'] = null;

  push(push: Push, until: number): void {
    this.pushed = { push, until };
  }

  grab(grab: Grab | null): void {
    if (grab?.body !== this.grabbed?.body) this.before = null;
    this.grabbed = grab;
  }

  /** The index of the body on which a force acts; null if none does. */
  get body(): number | null {
    return this.grabbed?.body ?? this.pushed?.push.body ?? null;
  }

  /** Called before the steps of a frame. */
  begin(time: number): void {
    this.drawn = null;
    if (this.pushed && time >= this.pushed.until) this.pushed = null;
  }

  /** The force on the body at a step; null if none acts. */
  forceOn(figure: Figure, poses: FigurePoses, { mass, isRobot }: BodyView, instant: Instant): Push | null {
    const { grabbed, pushed } = this;
    const [stiffness, damping] = isRobot ? springs.robot : springs.body;
    const point = grabbed?.point ?? pushed?.push.point ?? [0, 0, 0];
    const at = transformPoint(poses.poseOf(figure), point);
    let push: Push | null = null;
    if (grabbed) {
      const { before } = this;
      const velocity = at.map((x, k) => (before ? (x - before[k]) / instant.timeStep : 0));
      const drag = grabbed.target.map((x, k) => x - at[k] - (k < 2 ? instant.offset[k] : 0));
      const scale = Math.min(1, maxDistance / Math.max(Math.hypot(...drag), 1e-9));
      push = { ...grabbed, force: drag.map((x, k) => mass * (stiffness * scale * x - damping * velocity[k])) };
      this.draw(
        at,
        drag.map((x) => scale * x),
        instant,
      );
    } else if (pushed && instant.time < pushed.until) {
      ({ push } = pushed);
      this.draw(
        at,
        push.force.map((x) => x / (mass * springs.robot[0])),
        instant,
      );
    }
    this.before = at;
    return push;
  }

  /** The pull that is drawn at the end of a frame; null if none acts. */
  shown(time: number): Frame['pull'] {
    return this.grabbed || (this.pushed && time < this.pushed.until) ? this.drawn : null;
  }

  private draw(at: readonly number[], drag: readonly number[], { offset }: Instant): void {
    this.drawn = { point: [at[0] + offset[0], at[1] + offset[1], at[2]], drag };
  }
}

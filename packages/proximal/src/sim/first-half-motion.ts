// The free motion in the first half of a step of the midpoint integrator, before forces and contacts act.
import type { ContinuousCollision } from './continuous.ts';
import type { FirstHalfRecord } from './derivatives/record.ts';
import type { ImpulseMemory } from './impulse-memory.ts';
import { LockedCoordinates } from './joint-rows.ts';
import type { Member } from './member.ts';
import type { SimulatorSettings } from './options.ts';
import { closeLoops, openingOf, type ProjectionStage } from './projection.ts';

export class FirstHalfMotion {
  /** The coordinates of each member that friction or a limit locked at the end of the last step: they stay locked in this motion. */
  private readonly locks: readonly LockedCoordinates[];
  private projections: readonly (readonly ProjectionStage[])[] = [];
  private readonly times: Float64Array;

  constructor(
    private readonly members: readonly Member[],
    private readonly settings: SimulatorSettings,
  ) {
    this.locks = members.map(({ model, free }) => new LockedCoordinates(free ? 0 : model.nv));
    this.times = new Float64Array(members.length);
  }

  /** Takes the locks from the impulses of the last step. */
  recall(memory: ImpulseMemory): void {
    for (const member of this.members)
      if (!member.free) this.locks[member.index].recall(memory, member, this.settings.timeStep);
  }

  /** Takes the locks of a recorded step. */
  restore({ locks }: FirstHalfRecord): void {
    locks.forEach((marks, k) => {
      this.locks[k].restore(marks);
    });
  }

  /** Moves all members that are awake, and closes their loops. @param time in seconds */
  move(time: number): void {
    const { settings, locks } = this;
    this.projections = this.members.map((member) => {
      if (member.isAsleep) return [];
      const before = openingOf(member);
      member.moveFirstHalf(time, locks[member.index]);
      return closeLoops(member, settings, before);
    });
  }

  /** Stores how long each member moved, in seconds. */
  storeTimes({ times }: ContinuousCollision): void {
    this.times.set(times);
  }

  /** The record of this motion from a state, for the derivatives of the step. */
  record({ q, v }: Pick<FirstHalfRecord, 'q' | 'v'>): FirstHalfRecord {
    const { times, locks, projections } = this;
    return { q, v, times: times.slice(), locks: locks.map(({ marks }) => marks.slice()), projections };
  }
}

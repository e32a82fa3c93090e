// The trot: diagonal feet swing together, the first pair in the first half of the period, the other pair in the second half.

export class Gait {
  /** Whether the robot stands in the present period. */
  private isStanding = true;
  /** Whether the robot is assumed to stand in the periods after the present one. */
  private willStand = true;
  /** The number of the present period; −1 before the first update. */
  private presentIndex = -1;

  constructor(
    readonly period: number,
    readonly feet: number,
  ) {}

  reset(): void {
    this.presentIndex = -1;
  }

  /** The duration of a stance and of a swing. */
  get half(): number {
    return this.period / 2;
  }

  /** The number of the period at a time. */
  private indexAt(time: number): number {
    return Math.floor(time / this.period + 1e-9);
  }

  /** The first call in a period decides whether the robot stands in it. Every call sets whether it is assumed to stand in later periods. */
  update(time: number, isIdle: boolean): void {
    const index = this.indexAt(time);
    this.willStand = isIdle;
    if (index === this.presentIndex) return;
    this.presentIndex = index;
    this.isStanding = isIdle;
  }

  /** Whether a foot is to be on the ground at a time, which is not before the present period. */
  isStance(foot: number, time: number): boolean {
    const index = this.indexAt(time);
    if (index <= this.presentIndex ? this.isStanding : this.willStand) return true;
    return this.swingHalf(foot) !== (this.phase(time) < 0.5 - 1e-9 ? 0 : 1);
  }

  /** The half of the period in which a foot swings: the diagonal pairs, 0 with 3 and 1 with 2, swing together. */
  private swingHalf(foot: number): 0 | 1 {
    return ((foot + (foot >> 1)) & 1) === 0 ? 0 : 1;
  }

  /** The fraction of the period that has passed at a time. */
  phase(time: number): number {
    return Math.max(0, time / this.period - this.indexAt(time));
  }

  /** The time since the half period began. A swinging foot has been in the air for this time. */
  swingTime(time: number): number {
    const phase = this.phase(time);
    return (phase < 0.5 - 1e-9 ? phase : Math.max(0, phase - 0.5)) * this.period;
  }
}

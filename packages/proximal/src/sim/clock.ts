import type { Tape } from '../check/tape.ts';
import type { StepReport } from './report.ts';

/**
 * The number of steps and the time of a report. The time is t₀ + n Δt, with the time t₀ of the last change of Δt or call of `set` and the number n of
 * steps since then. A sum of n steps would collect n rounding errors.
 */
export class Clock {
  private start = 0;
  private count = 0;
  private timeStep = 0;

  constructor(private readonly report: StepReport) {}

  advance(timeStep: number): void {
    if (timeStep !== this.timeStep) this.restart(this.report.time, timeStep);
    this.report.steps++;
    this.report.time = this.start + ++this.count * timeStep;
  }

  /** Sets the number of steps and the time, for example of a snapshot. */
  set(steps: number, time: number): void {
    Object.assign(this.report, { steps, time });
    this.restart(time, 0);
  }

  save(tape: Tape): void {
    tape.put(this.report.steps);
    tape.put(this.report.time);
    tape.put(this.start);
    tape.put(this.count);
    tape.put(this.timeStep);
  }

  load(tape: Tape): void {
    this.report.steps = tape.take();
    this.report.time = tape.take();
    this.start = tape.take();
    this.count = tape.take();
    this.timeStep = tape.take();
  }

  private restart(time: number, timeStep: number): void {
    this.start = time;
    this.count = 0;
    this.timeStep = timeStep;
  }
}

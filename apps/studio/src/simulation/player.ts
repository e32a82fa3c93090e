// The simulation as the page sees it: frames that arrive, the one that is shown, and the worker that makes them.
import { batch, computed, signal } from '@preact/signals';
import type { Frame, Lane, Notice, Opened, Order, Prop, Report, Source } from './protocol.ts';

/** Milliseconds without a frame after which a scene is late. */
const patience = 500;
/** Milliseconds after which a worker that does not answer is in a step that may take for ever. */
const longPatience = 2000;
/** A minute of pictures: more is no fun to scrub. */
const mostFrames = 3600;

export interface Opening {
  readonly title: string;
  readonly lanes: readonly Lane[];
  readonly props: readonly Prop[];
  readonly timeStep: number;
  readonly notices: readonly Notice[];
}

export class Player {
  /** What is open; null while it is loading, and where it could not be. */
  readonly opening = signal<Opening | null>(null);
  readonly problem = signal('');
  readonly isPlaying = signal(false);
  /** How many frames there are; the frames themselves are no signals, for there are many. */
  readonly count = signal(0);
  readonly place = signal(0);
  /** Simulated seconds for each second, 1 at most; smoothed. */
  readonly speed = signal(1);
  readonly frames: Frame[] = [];
  readonly frame = computed(() => (this.place.value < this.count.value ? this.frames[this.place.value] : undefined));
  private worker: Worker | null = null;
  /** Whether the worker is to go on when it is ready. */
  private isEager = false;
  private replay = 0;
  private announcement = 0;
  private pace = 1;
  /** When the worker was told to play, or told its last frame; and who looks whether it is late. */
  private heard = 0;
  private watch = 0;
  private generation = 0;
  private source: Source | null = null;
  /** Ends the worker if it does not answer. */
  private answer = 0;

  open(source: Source, isEager: boolean): void {
    this.close();
    this.isEager = isEager;
    this.source = source;
    const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
    worker.onmessage = ({ data }: MessageEvent<Report>) => {
      if (this.worker === worker) this.take(data);
    };
    worker.onerror = ({ message }) => {
      if (this.worker === worker) this.problem.value = message || 'the simulation could not be started';
    };
    this.worker = worker;
    this.tell({ kind: 'open', source });
  }

  /** Ends the worker, however busy it is. */
  close(): void {
    cancelAnimationFrame(this.replay);
    cancelAnimationFrame(this.announcement);
    clearInterval(this.watch);
    clearTimeout(this.answer);
    this.announcement = 0;
    this.pace = 1;
    this.worker?.terminate();
    this.worker = null;
    this.frames.length = 0;
    this.generation = 0;
    batch(() => {
      this.opening.value = null;
      this.problem.value = '';
      this.isPlaying.value = false;
      this.count.value = 0;
      this.place.value = 0;
      this.speed.value = 1;
    });
  }

  /** Shows what is recorded from here on, and goes on simulating where that ends. */
  play(): void {
    if (!this.opening.value) return;
    // A recording that is full starts over.
    if (this.isFull()) this.place.value = 0;
    this.isPlaying.value = true;
    if (this.isAtEnd()) this.simulate();
    else this.replayFrom(performance.now(), this.frames[this.place.value].time);
  }

  pause(): void {
    cancelAnimationFrame(this.replay);
    clearInterval(this.watch);
    this.isPlaying.value = false;
    this.tell({ kind: 'pause' });
  }

  /** The next frame that is recorded, or else one more time step. */
  step(): void {
    this.pause();
    if (!this.isAtEnd()) this.place.value++;
    else if (!this.isFull()) this.tell({ kind: 'step' });
  }

  seek(place: number): void {
    this.pause();
    this.place.value = Math.max(0, Math.min(this.count.value - 1, place));
  }

  /** Goes on from the frame that is shown by another solver; or begins again, if the worker is in a step that does not end. */
  useSolver(solver: string): void {
    if (!this.opening.value) return;
    const isPlaying = this.isPlaying.value;
    this.pause();
    const frame = this.place.value;
    this.frames.length = frame + 1;
    this.count.value = frame + 1;
    this.generation++;
    this.tell({ kind: 'solver', solver, frame, generation: this.generation });
    clearTimeout(this.answer);
    const { source } = this;
    this.answer = window.setTimeout(() => source && this.open({ ...source, solver }, isPlaying), longPatience);
    if (isPlaying) this.play();
  }

  /** Lets the worker go on, and does not wait for its frames to know that they are late. */
  private simulate(): void {
    this.tell({ kind: 'play' });
    this.heard = performance.now();
    clearInterval(this.watch);
    this.watch = window.setInterval(() => {
      const silence = performance.now() - this.heard;
      if (silence > patience) this.speed.value = Math.min(this.speed.value, 1000 / 60 / silence);
    }, patience);
  }

  private isAtEnd(): boolean {
    return this.place.value >= this.count.value - 1;
  }

  private isFull(): boolean {
    return this.count.value >= mostFrames && this.isAtEnd();
  }

  private tell(order: Order): void {
    this.worker?.postMessage(order);
  }

  private take(report: Report): void {
    if (report.kind === 'failed') {
      clearInterval(this.watch);
      batch(() => {
        this.problem.value = report.message;
        this.isPlaying.value = false;
      });
    } else if (report.kind === 'opened') this.start(report);
    else if (report.kind === 'changed') {
      if (report.generation === this.generation) clearTimeout(this.answer);
    }
    // What was on its way when the past was changed is not its future.
    else if (report.generation === this.generation) this.add(report.frame);
  }

  private start({ kind: _kind, first, ...opening }: Opened): void {
    this.frames.push(first);
    batch(() => {
      this.opening.value = opening;
      this.count.value = 1;
    });
    if (this.isEager) this.play();
  }

  private add(frame: Frame): void {
    this.frames.push(frame);
    this.heard = performance.now();
    const speed = Math.min(1, (1000 * frame.passed) / Math.max(frame.spent, 1e-3));
    this.pace += 0.1 * (speed - this.pace);
    this.announcement ||= requestAnimationFrame(() => this.announce());
  }

  /** Tells the page what has arrived: once for each picture, so that a slow page draws fewer of them and nothing piles up. */
  private announce(): void {
    this.announcement = 0;
    const isFollowing = this.isAtEnd();
    batch(() => {
      this.count.value = this.frames.length;
      if (isFollowing) this.place.value = this.frames.length - 1;
      this.speed.value = this.pace;
    });
    if (this.isFull()) this.pause();
  }

  private replayFrom(start: number, time: number): void {
    this.replay = requestAnimationFrame((now) => {
      const wanted = time + (now - start) / 1000;
      let next = this.place.value;
      while (next < this.frames.length - 1 && this.frames[next].time < wanted) next++;
      this.place.value = next;
      if (!this.isAtEnd()) this.replayFrom(start, time);
      else if (this.isFull()) this.pause();
      else this.simulate();
    });
  }
}

// The page's side of a simulation: received frames, the displayed frame, and the worker that computes them.
import { batch, computed, signal } from '@preact/signals';
import workerUrl from 'worker-url';
import type {
  BodyView,
  Change,
  Command,
  ControlView,
  Frame,
  Grab,
  JointTarget,
  Notice,
  Opened,
  Physics,
  Push,
  Report,
  SimulatorView,
  Source,
} from './protocol.ts';

/** After this many milliseconds without a frame the simulation counts as slow. */
const slowAfter = 500;
/** After this many milliseconds without an answer the worker counts as stuck in a step. */
const stuckAfter = 2000;
/** The longest recording: one minute at 60 frames per second. The simulation is then paused. */
const maxFrames = 3600;

export interface Opening {
  readonly title: string;
  readonly simulators: readonly SimulatorView[];
  readonly notices: readonly Notice[];
  readonly control: ControlView | null;
  readonly targets: readonly JointTarget[];
}

export class Player {
  /** The open simulation; null while it is loading, and if loading failed. */
  readonly opening = signal<Opening | null>(null);
  /** The bodies until now: bodies that are removed keep their views, and new ones are added at the end. */
  readonly bodyViews = signal<readonly BodyView[]>([]);
  readonly physics = signal<Physics>({ gravity: 9.81, friction: 0.7, restitution: 0, timeStep: 1 / 240 });
  /** The index of the body that was grabbed last; null before. */
  readonly grabbed = signal<number | null>(null);
  readonly problem = signal('');
  /** The loading stage that is in progress, while the simulation is loaded. */
  readonly progress = signal('');
  readonly isPlaying = signal(false);
  /** The number of frames. The frames themselves are not signals, because there are many. */
  readonly count = signal(0);
  readonly index = signal(0);
  /** Simulated seconds per second: `pace` is the wanted ratio, `speed` the measured one, smoothed. */
  readonly pace = signal(1);
  readonly speed = signal(1);
  /** Receives the simulation file after `requestExport`. */
  onExport: (text: string) => void = () => {};
  readonly frames: Frame[] = [];
  readonly frame = computed(() => (this.index.value < this.count.value ? this.frames[this.index.value] : undefined));
  private worker: Worker | null = null;
  /** Whether to play as soon as the worker is ready. */
  private playsWhenReady = false;
  /** The animation frame that shows the next recorded frame. */
  private replay = 0;
  /** The animation frame in which received frames are published; 0 if none is requested. */
  private publication = 0;
  private averageSpeed = 1;
  /** The time of the last frame or of the command to play, and the timer that checks for delays. */
  private lastFrameTime = 0;
  private delayTimer = 0;
  /** The number of changes that have dropped frames. */
  private generation = 0;
  private source: Source | null = null;
  /** The timer that ends a worker which does not answer. */
  private answerTimer = 0;

  open(source: Source, playsWhenReady: boolean): void {
    this.close();
    this.playsWhenReady = playsWhenReady;
    this.source = source;
    const worker = new Worker(workerUrl, { type: 'module', name: 'simulation' });
    worker.onmessage = ({ data }: MessageEvent<Report>) => {
      if (this.worker === worker) this.onReport(data);
    };
    worker.onerror = ({ message }) => {
      if (this.worker === worker) this.problem.value = message || 'the simulation could not be started';
    };
    this.worker = worker;
    this.post({ kind: 'open', source });
  }

  /** Ends the worker at once. */
  close(): void {
    cancelAnimationFrame(this.replay);
    cancelAnimationFrame(this.publication);
    clearInterval(this.delayTimer);
    clearTimeout(this.answerTimer);
    this.publication = 0;
    this.averageSpeed = 1;
    this.worker?.terminate();
    this.worker = null;
    this.frames.length = 0;
    this.generation = 0;
    batch(() => {
      this.opening.value = null;
      this.grabbed.value = null;
      this.problem.value = '';
      this.progress.value = '';
      this.isPlaying.value = false;
      this.count.value = 0;
      this.index.value = 0;
      this.speed.value = 1;
    });
  }

  /** Plays the recording from the present frame, and simulates further at its end. */
  play(): void {
    if (!this.opening.value) return;
    // A full recording is played from the start.
    if (this.isFull()) this.index.value = 0;
    this.isPlaying.value = true;
    if (this.isAtEnd()) this.simulate();
    else this.replayFrom(performance.now(), this.frames[this.index.value].time);
  }

  /** Plays more slowly, or in real time again. */
  setPace(pace: number): void {
    this.pace.value = pace;
    this.averageSpeed = pace;
    if (!this.isPlaying.value) return;
    this.pause();
    this.play();
  }

  pause(): void {
    cancelAnimationFrame(this.replay);
    clearInterval(this.delayTimer);
    this.isPlaying.value = false;
    this.post({ kind: 'pause' });
  }

  /** Shows the next recorded frame, or simulates one more time step. */
  step(): void {
    this.pause();
    if (!this.isAtEnd()) this.index.value++;
    else if (!this.isFull()) this.post({ kind: 'step' });
  }

  seek(index: number): void {
    this.pause();
    this.index.value = Math.max(0, Math.min(this.count.value - 1, index));
  }

  /** Continues with a change, from the displayed frame; starts over if the worker is stuck in a step. */
  change(change: Change): void {
    if (!this.opening.value) return;
    const isPlaying = this.isPlaying.value;
    const { generation } = this;
    // At the end, the worker continues from its newest state, so that a controller continues without a jump.
    if (this.isAtEnd()) this.post({ kind: 'change', change, frame: null, generation });
    else {
      this.pause();
      const frame = this.index.value;
      this.frames.length = frame + 1;
      this.count.value = frame + 1;
      this.generation++;
      this.post({ kind: 'change', change, frame, generation: this.generation });
      if (isPlaying) this.play();
    }
    clearTimeout(this.answerTimer);
    if (this.source && change.solver !== undefined) this.source = { ...this.source, solver: change.solver };
    this.answerTimer = window.setTimeout(() => this.source && this.open(this.source, isPlaying), stuckAfter);
  }

  /** Asks the worker for the simulation file, which `onExport` receives. */
  requestExport(): void {
    this.post({ kind: 'export' });
  }

  setCommand(command: readonly number[]): void {
    if (this.source) this.source = { ...this.source, command };
    this.post({ kind: 'command', command });
  }

  /** Pushes a body for some simulated seconds. */
  push(push: Push, seconds: number): void {
    this.post({ kind: 'push', push, seconds });
  }

  /** Pulls a body until the next call. */
  grab(grab: Grab | null): void {
    if (grab) this.grabbed.value = grab.body;
    this.post({ kind: 'grab', grab });
  }

  /** Begins the same scene again. */
  restart(): void {
    if (this.source) this.open(this.source, true);
  }

  /** Tells the worker to play, and starts the timer for delays. */
  private simulate(): void {
    this.post({ kind: 'play', pace: this.pace.value });
    this.lastFrameTime = performance.now();
    clearInterval(this.delayTimer);
    this.delayTimer = window.setInterval(() => {
      const waited = performance.now() - this.lastFrameTime;
      if (waited > slowAfter) this.speed.value = Math.min(this.speed.value, 1000 / 60 / waited);
    }, slowAfter);
  }

  private isAtEnd(): boolean {
    return this.index.value >= this.count.value - 1;
  }

  private isFull(): boolean {
    return this.count.value >= maxFrames && this.isAtEnd();
  }

  private post(command: Command): void {
    this.worker?.postMessage(command);
  }

  private onReport(report: Report): void {
    if (report.kind === 'failed') {
      clearInterval(this.delayTimer);
      batch(() => {
        this.problem.value = report.message;
        this.isPlaying.value = false;
      });
    } else if (report.kind === 'opened') this.start(report);
    else if (report.kind === 'progress') this.progress.value = report.text;
    else if (report.kind === 'exported') this.onExport(report.text);
    else if (report.kind === 'changed') {
      if (report.generation === this.generation) clearTimeout(this.answerTimer);
      batch(() => {
        this.bodyViews.value = report.bodyViews;
        this.physics.value = report.physics;
      });
    }
    // Frames sent before a change are dropped.
    else if (report.generation === this.generation) this.add(report.frame);
  }

  private start({ kind: _kind, first, bodyViews, physics, ...opening }: Opened): void {
    this.frames.push(first);
    batch(() => {
      this.bodyViews.value = bodyViews;
      this.physics.value = physics;
      this.opening.value = opening;
      this.count.value = 1;
      this.pace.value = opening.control?.pace ?? 1;
      this.averageSpeed = this.pace.value;
    });
    if (this.playsWhenReady) this.play();
  }

  private add(frame: Frame): void {
    this.frames.push(frame);
    this.lastFrameTime = performance.now();
    const speed = Math.min(this.pace.value, (1000 * frame.passed) / Math.max(frame.spent, 1e-3));
    if (frame.passed > 0) this.averageSpeed += 0.1 * (speed - this.averageSpeed);
    this.publication ||= requestAnimationFrame(() => this.publish());
  }

  /** Publishes received frames once per animation frame, so that a slow page skips some instead of queueing them. */
  private publish(): void {
    this.publication = 0;
    const isFollowing = this.isAtEnd();
    batch(() => {
      this.count.value = this.frames.length;
      if (isFollowing) this.index.value = this.frames.length - 1;
      this.speed.value = this.averageSpeed;
    });
    if (this.isFull()) this.pause();
  }

  private replayFrom(start: number, time: number): void {
    this.replay = requestAnimationFrame((now) => {
      const wanted = time + (this.pace.value * (now - start)) / 1000;
      let next = this.index.value;
      while (next < this.frames.length - 1 && this.frames[next].time < wanted) next++;
      this.index.value = next;
      if (!this.isAtEnd()) this.replayFrom(start, time);
      else if (this.isFull()) this.pause();
      else this.simulate();
    });
  }
}

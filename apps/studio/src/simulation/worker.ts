// The worker's task `simulation`: simulates in real time, if the machine is fast enough, and posts each frame.
import { loadSource } from './controlled-scenes.ts';
import { Experiment } from './experiment.ts';
import type { Command, Frame, Report } from './protocol.ts';

let experiment: Experiment | null = null;
/** The number of the current run: every command to pause or play ends the previous one. */
let run = 0;
/** The `generation` of the last change; every frame is posted with it. */
let generation = 0;

function post(report: Report): void {
  const frame = report.kind === 'frame' ? report.frame : report.kind === 'opened' ? report.first : null;
  const buffers = frame ? [frame.poses.buffer, frame.forces.buffer] : [];
  postMessage(report, { transfer: buffers });
}

function postFrame(frame: Frame): void {
  post({ kind: 'frame', frame, generation });
}

function wait(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

/** Posts frames as they are due: never ahead of the clock, but late if the machine is too slow. */
async function play(pace: number): Promise<void> {
  const mine = ++run;
  // Faster than real time, a frame has more steps.
  const seconds = Math.max(1, pace) / 60;
  let due = performance.now();
  while (mine === run && experiment) {
    const frame = experiment.advanceBy(seconds);
    postFrame(frame);
    due = Math.max(due + (1000 * frame.passed) / pace, performance.now());
    // Commands are received here, even if the frame is late.
    await wait(Math.max(0, due - performance.now()));
  }
}

async function handle(command: Command): Promise<void> {
  if (command.kind === 'open') {
    const { source } = command;
    const loaded = await loadSource(source, (text) => post({ kind: 'progress', text }));
    experiment = new Experiment(loaded, source);
    post(experiment.describe());
  } else if (command.kind === 'play') await play(command.pace);
  else if (command.kind === 'pause') run++;
  else if (command.kind === 'step') {
    if (experiment) postFrame(experiment.advance(1));
  } else if (command.kind === 'export') {
    if (experiment) post({ kind: 'exported', text: experiment.write() });
  } else if (command.kind === 'command') experiment?.setCommand(command.command);
  else if (command.kind === 'push') experiment?.setPush(command.push, command.seconds);
  else if (command.kind === 'grab') experiment?.setGrab(command.grab);
  else if (experiment) {
    generation = command.generation;
    experiment.change(command.change, command.frame);
    post({ kind: 'changed', generation, ...experiment.describeChange() });
    // Bodies appear and disappear at once, also while the simulation is paused.
    if (command.change.added || command.change.removed !== undefined) postFrame(experiment.advance(0));
  }
}

export function simulateMessage({ data }: MessageEvent<Command>): void {
  handle(data).catch((error: unknown) => {
    run++;
    post({ kind: 'failed', message: error instanceof Error ? error.message : String(error) });
  });
}

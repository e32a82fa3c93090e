// A worker of the planning view, started when it is needed.
import workerUrl from 'worker-url';
import { showError } from '../parts/message.ts';
import type { CellSource, PlanningCommand, PlanningReport, RobotSource } from './protocol.ts';

export class PlanningWorker {
  /** Whether the worker is searching. Until the search ends, it handles no other command. */
  isBusy = false;
  private worker: Worker | null = null;

  constructor(private readonly onReport: (report: PlanningReport) => void) {}

  /** Starts the worker with a robot; no effect if it is running. */
  open(source: RobotSource, cell: CellSource): void {
    if (this.worker) return;
    const started = new Worker(workerUrl, { type: 'module', name: 'planning' });
    this.worker = started;
    started.onmessage = ({ data }: MessageEvent<PlanningReport>) => {
      if (this.worker === started) this.onReport(data);
    };
    started.onerror = ({ message }) => showError('The planner', message || 'the worker could not be started');
    this.post({ kind: 'open', source, cell });
  }

  post(command: PlanningCommand): void {
    this.worker?.postMessage(command);
  }

  close(): void {
    this.worker?.terminate();
    this.worker = null;
    this.isBusy = false;
  }
}

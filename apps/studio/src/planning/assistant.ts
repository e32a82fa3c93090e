// A worker of the planning view, started when it is needed.
import workerUrl from 'worker-url';
import { showError } from '../parts/message.ts';
import type { CellSource, PlanningOrder, PlanningReport, RobotSource } from './protocol.ts';

export class Assistant {
  /** Whether the worker is searching. Until the search ends, it handles no other order. */
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

  post(order: PlanningOrder): void {
    this.worker?.postMessage(order);
  }

  close(): void {
    this.worker?.terminate();
    this.worker = null;
    this.isBusy = false;
  }
}

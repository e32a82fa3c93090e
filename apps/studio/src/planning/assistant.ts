// A worker of the planning view, started when it is needed.
import workerUrl from 'worker-url';
import { showError } from '../parts/message.ts';
import type { CellSource, PlanningOrder, PlanningReport, RobotSource } from './protocol.ts';

export class Assistant {
  /** Whether it is searching: then it does not answer. */
  isBusy = false;
  private worker: Worker | null = null;

  constructor(private readonly take: (report: PlanningReport) => void) {}

  /** Starts the worker with a robot; no effect if it is running. */
  open(source: RobotSource, cell: CellSource): void {
    if (this.worker) return;
    const own = new Worker(workerUrl, { type: 'module', name: 'planning' });
    this.worker = own;
    own.onmessage = ({ data }: MessageEvent<PlanningReport>) => {
      if (this.worker === own) this.take(data);
    };
    own.onerror = ({ message }) => showError('The planner', message || 'the worker could not be started');
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

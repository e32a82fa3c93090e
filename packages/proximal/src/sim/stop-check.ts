// Stopping a step: all long-running parts of a step poll the user's callback.
import type { ContactWorkspace } from '../contact/workspace.ts';
import type { BodyIndex } from '../scene/body-index.ts';

/** Thrown to end a step. */
export const stopped = new Error('the step was stopped');

export class StopCheck {
  /** Called many times in a long step; returns true to end it. */
  shouldStop: (() => boolean) | null = null;

  /** Throws `stopped` if the step is to end. */
  readonly poll = (): void => {
    if (this.shouldStop?.()) throw stopped;
  };

  /** Runs some work during which the broad phase and the kernel's contact solver poll the callback. */
  during(bodyIndex: BodyIndex, workspace: ContactWorkspace, work: () => void): void {
    bodyIndex.poll = this.shouldStop && this.poll;
    workspace.poll = this.shouldStop && this.poll;
    try {
      work();
    } finally {
      bodyIndex.poll = null;
      workspace.poll = null;
    }
  }
}

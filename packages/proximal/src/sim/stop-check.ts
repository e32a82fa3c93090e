// Stopping a step: all long-running parts of a step poll the user's callback.
import type { ContactWorkspace } from '../contact/workspace.ts';
import type { World } from '../scene/world.ts';

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
  during(world: World, workspace: ContactWorkspace, work: () => void): void {
    world.poll = this.shouldStop && this.poll;
    workspace.poll = this.shouldStop && this.poll;
    try {
      work();
    } finally {
      world.poll = null;
      workspace.poll = null;
    }
  }
}

// Stopping a step: everything in it that may take long polls the user's callback.
import type { ContactWorkspace } from '../contact/workspace.ts';
import type { World } from '../scene/world.ts';

/** Ends a step from within. */
export const stopped = new Error('the step was stopped');

export class StopCheck {
  /** Asked many times in a long step; true ends it. */
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

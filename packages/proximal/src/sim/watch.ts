// Stopping a step: everything in it that may take long polls the user's callback.
import type { ContactWorkspace } from '../contact/workspace.ts';
import type { World } from '../scene/world.ts';

/** Ends a step from within. */
export const stopped = new Error('the step was stopped');

export class Watch {
  /** Asked many times in a long step; true ends it. */
  shouldStop: (() => boolean) | null = null;

  /** Throws `stopped` if the step is to end. */
  readonly look = (): void => {
    if (this.shouldStop?.()) throw stopped;
  };

  /** Runs some work during which the broad phase and the kernel's contact solver poll the callback. */
  during(world: World, workspace: ContactWorkspace, work: () => void): void {
    world.watch = this.shouldStop && this.look;
    workspace.watch = this.shouldStop && this.look;
    try {
      work();
    } finally {
      world.watch = null;
      workspace.watch = null;
    }
  }
}

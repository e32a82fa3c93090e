// Whether somebody wants a step to end: asked now and then by everything in it that may take long.
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

  /** Does something that the broad phase and the contact solver of the kernel may be stopped in. */
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

// Derivatives of a member's state, and the chain rule for two successive motions.
import type { Dense } from './dense.ts';
import type { Workspace } from './workspace.ts';

/**
 * δq and δv after a motion, nv rows each, by configuration and velocity before the motion, parameters, and optional further
 * columns.
 */
export interface StateChange {
  readonly position: Dense;
  readonly velocity: Dense;
}

/** The derivatives of `first` followed by `then`. `then` is differentiated with respect to the state after `first` and the same parameters. */
export function chained(workspace: Workspace, then: StateChange, first: StateChange): StateChange {
  return {
    position: chainedRows(workspace, then.position, first),
    velocity: chainedRows(workspace, then.velocity, first),
  };
}

function chainedRows(workspace: Workspace, then: Dense, { position, velocity }: StateChange): Dense {
  const { rows: n } = then;
  const parameters = then.columns - 2 * n;
  const out = workspace
    .zero(n, position.columns)
    .addProduct(then.block(0, 0, n, n), position)
    .addProduct(then.block(0, n, n, n), velocity);
  out.block(0, 2 * n, n, parameters).add(then.block(0, 2 * n, n, parameters));
  return out;
}

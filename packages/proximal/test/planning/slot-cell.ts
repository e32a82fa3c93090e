// An arm that must leave a slot between two walls.
import { type JointKind, ModelBuilder } from '../../src/dynamics/index.ts';
import { box, capsule } from '../../src/index.ts';
import { RobotCell } from '../../src/planning/index.ts';
import { Scene } from '../../src/scene/index.ts';

/** An arm of three links in the plane, with a wall above and one below that leave a slot. */
export function slotCell(kind: JointKind = 'revolute', padding = 0): RobotCell {
  const builder = new ModelBuilder();
  for (let k = 1; k <= 3; k++) {
    builder
      .link(`link${k}`, { mass: 1, inertia: [1, 1, 1] })
      .joint(`joint${k}`, {
        kind,
        parent: k === 1 ? 'world' : `link${k - 1}`,
        child: `link${k}`,
        placement: { position: [k === 1 ? 0 : 0.5, 0, 0] },
        ...(kind === 'revolute' ? { lower: -2.8, upper: 2.8 } : {}),
      })
      .geometry(`link${k}`, { shape: capsule(0.03, 0.2), pose: { position: [0.25, 0, 0], rotation: [0, 1, 0, 1] } });
  }
  const scene = new Scene();
  scene.add(box(0.05, 0.5, 0.5), { position: [0.8, 0.65, 0] }, { name: 'upper' });
  scene.add(box(0.05, 0.5, 0.5), { position: [0.8, -0.65, 0] }, { name: 'lower' });
  return new RobotCell({ model: builder.build(), scene, padding });
}

/** A configuration in the slot, and one above it. The straight motion between them is not free. */
export const slotStart = Float64Array.of(0, 0, 0);
export const slotGoal = Float64Array.of(1.5, 0.9, 0.5);

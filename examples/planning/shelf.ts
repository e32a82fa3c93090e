// An arm takes a bottle out of a shelf and puts it on a table: inverse kinematics, an attached object, and plans with proofs.
import { box, capsule, cylinder } from 'proximal';
import { type Model, ModelBuilder } from 'proximal/dynamics';
import { InverseKinematics, type Plan, planMotion, RobotCell, simplify } from 'proximal/planning';
import { Scene } from 'proximal/scene';

/** Seven hinges, alternately along and across the links; the hand is a short bar, and the tool's frame is 5 cm beyond its end. */
export function arm(): Model {
  const builder = new ModelBuilder();
  const lengths = [0.3, 0.2, 0.2, 0.2, 0.15, 0.1, 0.12];
  lengths.forEach((length, k) => {
    const link = k === 6 ? 'hand' : `link${k}`;
    builder
      .link(link, { mass: 1, inertia: [0.01, 0.01, 0.01] })
      .joint(`joint${k}`, {
        kind: 'revolute',
        parent: k === 0 ? 'world' : `link${k - 1}`,
        child: link,
        placement: { position: [0, 0, k === 0 ? 0 : lengths[k - 1]] },
        axis: k % 2 === 0 ? [0, 0, 1] : [0, 1, 0],
        lower: -2.7,
        upper: 2.7,
      })
      .geometry(link, { shape: capsule(0.03, length / 2 - 0.04), pose: { position: [0, 0, length / 2] } });
  });
  return builder.frame('tool', 'hand', { position: [0, 0, 0.16] }).build();
}

const bottle = cylinder(0.03, 0.08);
const inShelf = [0.62, 0, 0.5] as const;
const onTable = [0, 0.55, 0.3] as const;

/** A shelf in front of the arm, and a table beside it. */
function furniture(): Scene {
  const scene = new Scene();
  for (const z of [0.39, 0.75]) scene.add(box(0.15, 0.4, 0.02), { position: [0.65, 0, z] }, { name: `board at ${z}` });
  for (const y of [-0.4, 0.4]) scene.add(box(0.15, 0.02, 0.4), { position: [0.65, y, 0.4] }, { name: `side at ${y}` });
  scene.add(box(0.3, 0.2, 0.02), { position: [0, 0.6, 0.19] }, { name: 'table' });
  return scene;
}

/** The plans to the bottle, and with the bottle to the table. */
export interface Transport {
  readonly toBottle: Plan;
  readonly toTable: Plan;
}

export function transport(seed: number): Transport {
  const scene = furniture();
  const standing = scene.add(bottle, { position: inShelf }, { name: 'bottle' });
  // The hand may touch the bottle, as a grasp requires.
  const cell = new RobotCell({ model: arm(), scene, allowed: [['hand', 'bottle']] });
  const ik = new InverseKinematics(cell, 'tool');
  // The tool's axis is horizontal: along x into the shelf, along y above the table.
  const ahead = [0, Math.SQRT1_2, 0, Math.SQRT1_2] as const;
  const aside = [-Math.SQRT1_2, 0, 0, Math.SQRT1_2] as const;
  const grasp = ik.solve({ position: inShelf, rotation: ahead }, { collisionFree: true, starts: 500, seed });
  if (grasp.status === 'failed') throw new Error(`the bottle is out of reach: ${grasp.reason}`);
  const start = Float64Array.of(0, -0.5, 0, 1, 0, 0.5, 0);
  const toBottle = simplify(planMotion(cell, { start, goal: grasp.q, seed }));

  standing.remove();
  cell.update();
  // With this pose in the hand's frame, the bottle is upright in the pose `ahead`; in the pose `aside`, it lies along x.
  cell.attach(
    bottle,
    'hand',
    { position: [0, 0, 0.16], rotation: [0, -Math.SQRT1_2, 0, Math.SQRT1_2] },
    { name: 'bottle' },
  );
  const place = ik.solve({ position: onTable, rotation: aside }, { collisionFree: true, starts: 500, seed });
  if (place.status === 'failed') throw new Error(`the table is out of reach: ${place.reason}`);
  return { toBottle, toTable: simplify(planMotion(cell, { start: grasp.q, goal: place.q, seed })) };
}

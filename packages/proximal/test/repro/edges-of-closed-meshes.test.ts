// A body that lay on a closed mesh and reached over its edge, or over the seam to the next closed mesh, had a contact with the vertical face below
// the edge, with a depth of up to its radius. Impulses and corrections then pushed it sideways.
import { describe, expect, it } from 'vitest';
import { cone, cylinder, ellipsoid, type Shape } from '../../src/index.ts';
import { World } from '../../src/sim/index.ts';
import { boxMesh } from '../fixtures/solids.ts';

// The lowest points of these three bodies are less than 1.6 mm below the slabs' upper face, z = 0.
const wheelOverSeam = [
  -0.01886037318714351, 0.09921260794211864, 0.08504568399108096, -0.9780044017925097, 0.18597190420915186,
  0.09403498669689689, 0.008902931888530497,
];
const ellipsoidOverSeam = [
  -0.08174998158501211, -0.08222350087333993, 0.11969365942796387, 0.2407018940388422, 0.7697192647357181,
  0.5878444544164267, -0.06351180293987131,
];
const ellipsoidOverEdge = [
  -1.024208439485465, 0.43749985487881043, 0.1048768106506319, 0.1730759849239964, -0.13953411526112144,
  0.8877752571875092, -0.4030260870545933,
];

// The shortest translation that separates each of these two bodies from a triangle of a vertical face points upward, across the diagonal of that
// face.
const coneInSeam = [
  0.10772963741266613, 0.0335534373411622, 0.04799181402278688, -0.7164627659630284, 0.43301124247933304,
  -0.30023830103917304, 0.4572081926914939,
];
const ellipsoidInSeam = [
  0.9966347823116647, -0.08650657513041533, 0.09453977756020494, -0.16431817189825187, -0.7361476443426541,
  0.6478822936607642, 0.10646463109241816,
];

describe('closed slabs that adjoin', () => {
  it.each<[string, Shape, number[]]>([
    ['a wheel over the seam', cylinder(0.2, 0.05), wheelOverSeam],
    ['an ellipsoid over the seam', ellipsoid(0.2, 0.1, 0.1), ellipsoidOverSeam],
    ['an ellipsoid over the edge of one slab', ellipsoid(0.2, 0.1, 0.1), ellipsoidOverEdge],
  ])('%s has contacts with the upper faces only', (_what, shape, pose) => {
    const world = new World({ sleeping: false });
    for (const x of [-0.5, 0.5])
      world.add(boxMesh([0.5, 2, 0.05]), { type: 'static', pose: { position: [x, 0, -0.05] } });
    const body = world.add(shape, { pose: Float64Array.from(pose) });
    world.step();
    const { contacts, penetration } = world.report();
    expect(contacts.length).toBeGreaterThan(0);
    for (const { normal } of contacts) expect(Math.abs(normal[2])).toBeGreaterThan(0.9);
    expect(penetration).toBeLessThan(2e-3);
    expect(Math.hypot(body.pose[0] - pose[0], body.pose[1] - pose[1])).toBeLessThan(1e-3);
  });

  it.each<[string, Shape, number[]]>([
    ['a cone', cone(0.1, 0.1), coneInSeam],
    ['an ellipsoid', ellipsoid(0.2, 0.1, 0.1), ellipsoidInSeam],
  ])('%s that has sunk in has no contact with the vertical faces below a seam', (_what, shape, pose) => {
    const world = new World({ sleeping: false });
    for (const x of [-0.5, 0.5, 1.5])
      for (const y of [-1, 1])
        world.add(boxMesh([0.5, 1, 0.05]), { type: 'static', pose: { position: [x, y, -0.05] } });
    world.add(shape, { pose: Float64Array.from(pose) });
    world.step();
    const { contacts, penetration } = world.report();
    for (const { normal } of contacts) expect(Math.abs(normal[2])).toBeGreaterThan(0.9);
    // The depths of the bodies' lowest points are 3.4 and 5.9 mm; the contacts with the vertical faces were 15 and 21 mm deep.
    expect(penetration).toBeGreaterThan(3e-3);
    expect(penetration).toBeLessThan(6.2e-3);
  });
});

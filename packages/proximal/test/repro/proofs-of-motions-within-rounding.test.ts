// `certifyMotion` accepted gaps within rounding and an empty list of motions. Its bound ignored the parts of a mesh that have no entry in the proof,
// and proofs with invalid parts threw an error. The bound of rounding errors ignored the coordinates of joints without limits.
import { expect, it } from 'vitest';
import { type Model, ModelBuilder } from '../../src/dynamics/index.ts';
import { box, sphere } from '../../src/index.ts';
import { certifyMotion, type MotionProof, RobotCell } from '../../src/planning/index.ts';
import { Scene, triangleMesh } from '../../src/scene/index.ts';

function slider(): Model {
  return new ModelBuilder()
    .link('carriage', { mass: 1, inertia: [1, 1, 1] })
    .joint('rail', { kind: 'prismatic', parent: 'world', child: 'carriage', axis: [1, 0, 0], lower: -10, upper: 10 })
    .geometry('carriage', { shape: sphere(0.1) })
    .build();
}

const [from, to] = [Float64Array.of(-4), Float64Array.of(4)];
const proofWith = (...entries: number[]): MotionProof => ({
  from,
  to,
  via: null,
  count: entries.length / 8,
  entries: Float64Array.from(entries),
});

it('rejects a gap within rounding', () => {
  const certify = (gap: number): boolean => {
    const scene = new Scene();
    scene.add(box(0.1, 0.1, 0.1), { position: [0, 0.2 + gap, 0] });
    return certifyMotion(new RobotCell({ model: slider(), scene }), proofWith(0, 1, 0, 0, 0, 1, 0, gap)).valid;
  };
  expect(certify(1e-6)).toBe(true);
  expect(certify(1e-13)).toBe(false);
});

it('does not prove gaps within the rounding of far coordinates', () => {
  const builder = new ModelBuilder();
  const axis = [Math.cos(0.3), Math.sin(0.3), 0] as const;
  for (const [k, shape] of [sphere(0.1), box(0.1, 0.1, 0.1)].entries())
    builder
      .link(`link${k}`, { mass: 1, inertia: [1, 1, 1] })
      .joint(`joint${k}`, { kind: 'prismatic', parent: 'world', child: `link${k}`, axis: [...axis] })
      .geometry(`link${k}`, { shape, pose: { position: [0, 0, k * (0.2 + 1e-8)] } });
  const cell = new RobotCell({ model: builder.build() });
  expect(cell.pairs.length).toBe(1);
  const near = Float64Array.of(1, 1);
  expect(cell.motion(near, near).status).toBe('free');
  const far = Float64Array.of(1e9, 1e9);
  expect(cell.motion(far, far).status).not.toBe('free');
});

it('bounds the distance of all parts of a mesh', () => {
  const scene = new Scene();
  scene.add(triangleMesh([-9, 0.2, -1, 9, 0.2, -1, 0, 0.2, 3], [0, 1, 2]), {}, { name: 'wall', static: true });
  const cell = new RobotCell({ model: slider(), scene });
  const { valid, bound } = certifyMotion(cell, proofWith(0, 1, 0, -1, 0, 0, 0, 0));
  expect(valid).toBe(false);
  expect(bound).toBeLessThanOrEqual(0.1);
  const entries = Array.from({ length: 1000 }, (_, k) => [k / 1000, (k + 1) / 1000, 0, -1, 0, 0, 0, 0]).flat();
  const certificate = certifyMotion(cell, proofWith(...entries));
  expect(certificate.valid).toBe(true);
  expect(certificate.bound).toBeLessThanOrEqual(0.1);
  expect(certificate.bound).toBeGreaterThan(0.09);
  for (const part of [-2, 1, 0.5, Number.NaN])
    expect(certifyMotion(cell, proofWith(...entries, 0, 1 / 1000, 0, part, 0, 1, 0, 0)).valid).toBe(false);
});

it('does not prove motions whose squares overflow', () => {
  const model = new ModelBuilder()
    .link('carriage', { mass: 1, inertia: [1, 1, 1] })
    .joint('rail', { kind: 'prismatic', parent: 'world', child: 'carriage', axis: [1, 0, 0] })
    .geometry('carriage', { shape: sphere(0.1) })
    .build();
  const scene = new Scene();
  scene.add(sphere(1), {});
  const cell = new RobotCell({ model, scene });
  expect(cell.motion(Float64Array.of(-1e200), Float64Array.of(3e200)).status).not.toBe('free');
});

it('rejects an empty list of motions', () => {
  expect(certifyMotion(new RobotCell({ model: slider() }), [])).toMatchObject({ valid: false });
});

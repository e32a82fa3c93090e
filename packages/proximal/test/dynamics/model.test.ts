// Models: fixed joints, mimics, invalid models, positions far from the origin, and identical bits.
import { describe, expect, it } from 'vitest';
import {
  forwardDynamics,
  forwardDynamicsDerivatives,
  forwardKinematics,
  framePose,
  geometryPoses,
  inverseDynamics,
  ModelBuilder,
  massMatrix,
  neutral,
  randomConfiguration,
} from '../../src/dynamics/index.ts';
import { box, sphere } from '../../src/index.ts';
import { Rng } from '../../src/math/index.ts';
import { randomInertia, randomVector, relativeError, sampleModels } from './robots.ts';

const body = { mass: 2, centerOfMass: [0.1, 0, 0], inertia: [0.1, 0.2, 0.2] };

describe('links that are fixed to each other', () => {
  it('are merged into one body with their masses, frames and shapes', () => {
    const pieces = new ModelBuilder()
      .link('arm', body)
      .link('bracket')
      .link('tool', { mass: 1, inertia: [0.01, 0.01, 0.01] })
      .joint('turn', { kind: 'revolute', parent: 'world', child: 'arm', axis: [1, 2, 3] })
      .joint('screws', {
        kind: 'fixed',
        parent: 'arm',
        child: 'bracket',
        placement: { position: [0.5, 0, 0], rotation: [0, 0, 1, 1] },
      })
      .joint('clamp', { kind: 'fixed', parent: 'bracket', child: 'tool', placement: { position: [0.2, 0, 0] } })
      .geometry('tool', { shape: sphere(0.1) })
      .geometry('world', { shape: box(1, 1, 0.1), name: 'table' })
      .build();
    // The tool is at (0.5, 0.2, 0) in the arm; the expected inertia is computed by hand about the common center of mass.
    const center = [(2 * 0.1 + 0.5) / 3, 0.2 / 3, 0];
    const parts = [
      { mass: 2, at: [0.1, 0, 0], inertia: [0.1, 0.2, 0.2] },
      { mass: 1, at: [0.5, 0.2, 0], inertia: [0.01, 0.01, 0.01] },
    ];
    const inertia = Array.from({ length: 9 }, (_, k) => {
      const [row, column] = [Math.floor(k / 3), k % 3];
      return parts.reduce((sum, { mass, at, inertia: own }) => {
        const d = at.map((x, i) => x - center[i]);
        const squared = d.reduce((total, x) => total + x * x, 0);
        return sum + (row === column ? own[row] + mass * squared : 0) - mass * d[row] * d[column];
      }, 0);
    });
    const whole = new ModelBuilder()
      .link('arm', { mass: 3, centerOfMass: center, inertia })
      .joint('turn', { kind: 'revolute', parent: 'world', child: 'arm', axis: [1, 2, 3] })
      .build();
    expect(pieces.joints.length).toBe(1);
    const [q, v, a] = [Float64Array.of(0.7), Float64Array.of(2), Float64Array.of(-3)];
    const torque = inverseDynamics(pieces, pieces.createData(), q, v, a);
    expect(relativeError(torque, inverseDynamics(whole, whole.createData(), q, v, a))).toBeLessThan(1e-13);
    const data = pieces.createData();
    forwardKinematics(pieces, data, neutral(pieces));
    expect(relativeError(framePose(pieces, data, 'tool').subarray(0, 3), [0.5, 0.2, 0])).toBeLessThan(1e-14);
    expect(relativeError(framePose(pieces, data, 'clamp'), framePose(pieces, data, 'tool'))).toBe(0);
    const poses = geometryPoses(pieces, data);
    expect(pieces.geometries.map(({ name, joint }) => [name, joint])).toEqual([
      ['tool_0', 0],
      ['table', -1],
    ]);
    expect(relativeError(poses.subarray(0, 7), framePose(pieces, data, 'tool'))).toBe(0);
    expect([...poses.subarray(7)]).toEqual([0, 0, 0, 0, 0, 0, 1]);
  });
});

describe('mimic joints', () => {
  it('resolve chains of mimics in any order, and add their armature to the leading joint', () => {
    const model = new ModelBuilder()
      .link('a', body)
      .link('b', body)
      .link('c', body)
      .joint('first', {
        kind: 'revolute',
        parent: 'world',
        child: 'a',
        mimic: { joint: 'second', ratio: 2, offset: 1 },
        armature: 1,
      })
      .joint('second', { kind: 'revolute', parent: 'a', child: 'b', mimic: { joint: 'third', ratio: -3, offset: 0.5 } })
      .joint('third', { kind: 'prismatic', parent: 'b', child: 'c', armature: 0.5 })
      .build();
    expect([model.nq, model.nv]).toEqual([1, 1]);
    expect(model.joints[0].mimic).toEqual({ joint: 'third', ratio: -6, offset: 2 });
    expect(model.armature[0]).toBe(36 + 0.5);
  });
});

describe('the builder rejects', () => {
  const revolute = (parent: string, child: string) => ({ kind: 'revolute', parent, child, axis: [0, 0, 1] }) as const;
  it('two joints about one axis with no inertia between them', () => {
    const builder = new ModelBuilder()
      .link('a')
      .link('b', body)
      .joint('inner', revolute('world', 'a'))
      .joint('outer', revolute('a', 'b'));
    expect(() => builder.build()).toThrow('joint "inner" has no articulated inertia');
    // A motor's inertia is enough.
    const driven = new ModelBuilder()
      .link('a')
      .link('b', body)
      .joint('inner', { ...revolute('world', 'a'), armature: 0.1 })
      .joint('outer', revolute('a', 'b'))
      .build();
    expect(driven.nv).toBe(2);
  });

  it('a chain that ends in a link without mass', () => {
    const builder = new ModelBuilder()
      .link('a', body)
      .link('tip')
      .joint('j', revolute('world', 'a'))
      .joint('k', revolute('a', 'tip'));
    expect(() => builder.build()).toThrow('joint "k" moves no inertia along its axis');
  });

  it('a cycle of links', () => {
    const builder = new ModelBuilder()
      .link('a', body)
      .link('b', body)
      .joint('j', revolute('a', 'b'))
      .joint('k', revolute('b', 'a'));
    expect(() => builder.build()).toThrow('the links "b", "a" form a cycle of joints');
  });

  it('an inertia that violates the triangle inequality, with strict: true', () => {
    const thin = { mass: 1, inertia: [1, 1, 3] };
    expect(new ModelBuilder().link('thin', thin).build().notices).toMatchObject([{ level: 'warning', name: 'thin' }]);
    expect(() => new ModelBuilder({ strict: true }).link('thin', thin)).toThrow(
      'link "thin": no distribution of mass has the inertia ixx ',
    );
  });
});

it('forward dynamics has the same bits a thousand kilometers away from the origin', () => {
  const make = () => {
    const rng = new Rng(5);
    const builder = new ModelBuilder();
    (['free-flyer', 'revolute', 'spherical', 'revolute'] as const).forEach((kind, k) => {
      builder.link(`l${k}`, randomInertia(rng));
      const parent = k === 0 ? 'world' : `l${k - 1}`;
      builder.joint(`j${k}`, {
        kind,
        parent,
        child: `l${k}`,
        axis: rng.direction(),
        placement: { position: k === 0 ? [0, 0, 0] : rng.direction() },
      });
    });
    return builder.build();
  };
  const model = make();
  const rng = new Rng(6);
  const q = randomConfiguration(model, rng);
  const v = randomVector(rng, model.nv);
  const near = forwardDynamics(model, model.createData(), q, v, v).slice();
  q[0] += 1e6;
  expect([...forwardDynamics(model, model.createData(), q, v, v)]).toEqual([...near]);
});

it('gives bitwise identical models for the same description', () => {
  const bits = (): number[] =>
    Object.values(sampleModels(77)).flatMap((model) => {
      const rng = new Rng(1);
      const [q, v] = [randomConfiguration(model, rng), randomVector(rng, model.nv)];
      const data = model.createData();
      const { dq, dv, dtau } = forwardDynamicsDerivatives(model, data, q, v, v);
      return [...massMatrix(model, data, q), ...dq, ...dv, ...dtau];
    });
  expect(bits()).toEqual(bits());
});

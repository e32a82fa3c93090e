// The debug lines of worlds.
import { describe, expect, it } from 'vitest';
import { ModelBuilder } from '../../src/dynamics/index.ts';
import { box, halfspace, sphere } from '../../src/index.ts';
import { type DebugLineOptions, type DebugLines, World } from '../../src/sim/index.ts';

interface Segment {
  readonly from: number[];
  readonly to: number[];
  readonly color: number[];
}

function segmentsOf({ positions, colors }: DebugLines): Segment[] {
  expect(colors.length).toBe(positions.length);
  return Array.from({ length: positions.length / 6 }, (_, k) => ({
    from: [...positions.subarray(6 * k, 6 * k + 3)],
    to: [...positions.subarray(6 * k + 3, 6 * k + 6)],
    color: [...colors.subarray(6 * k, 6 * k + 3)].map((x) => Math.round(10 * x) / 10),
  }));
}

const lengthOf = ({ from, to }: Segment): number => Math.hypot(...from.map((x, k) => to[k] - x));
const only = (part: keyof DebugLineOptions): DebugLineOptions => ({
  ...{ shapes: false, contacts: false, joints: false, centersOfMass: false },
  [part]: true,
});

describe('debugLines', () => {
  it('draws the edges of shapes at their poses, colored by the type of the body', () => {
    const world = new World();
    world.add(box(1, 2, 3), { type: 'static', pose: { position: [10, 0, 0] } });
    const edges = segmentsOf(world.debugLines(only('shapes')));
    expect(edges.map(lengthOf).sort((p, q) => p - q)).toEqual([2, 2, 2, 2, 4, 4, 4, 4, 6, 6, 6, 6]);
    for (const { from, color } of edges) {
      expect(from.map((x, k) => Math.abs(x - [10, 0, 0][k]))).toEqual([1, 2, 3]);
      expect(color).toEqual([0.5, 0.5, 0.5]);
    }
    world.add(box(1, 1, 1), { type: 'kinematic' });
    world.add(box(1, 1, 1), { sensor: true });
    world.add(sphere(1));
    const colors = new Set(segmentsOf(world.debugLines(only('shapes'))).map(({ color }) => color.join()));
    expect([...colors]).toEqual(['0.5,0.5,0.5', '0.2,0.5,1', '0.2,0.8,0.3', '1,0.6,0.1']);
  });

  it('draws sleeping bodies in their own color', () => {
    const world = new World();
    const crate = world.add(box(1, 1, 1), { pose: { position: [0, 0, 1] } });
    world.add(halfspace(), { type: 'static' });
    const color = (): number[] => segmentsOf(world.debugLines(only('shapes')))[0].color;
    expect(color()).toEqual([1, 0.6, 0.1]);
    for (let k = 0; k < 240; k++) world.step();
    expect(crate.isSleeping).toBe(true);
    expect(color()).toEqual([0.4, 0.4, 0.6]);
  });

  it('draws a half-space as a square', () => {
    const world = new World();
    world.add(halfspace(), { type: 'static' });
    expect(segmentsOf(world.debugLines({ extent: 3 })).map(lengthOf)).toEqual([6, 6, 6, 6]);
    expect(segmentsOf(world.debugLines()).map(lengthOf)).toEqual([20, 20, 20, 20]);
  });

  it('draws normal forces that add up to the weight', () => {
    const world = new World({ timeStep: 1 / 60, substeps: 4, sleeping: false });
    world.add(halfspace(), { type: 'static' });
    world.add(box(0.5, 0.5, 0.5), { mass: 2, pose: { position: [0, 0, 0.5] } });
    for (let k = 0; k < 60; k++) world.step();
    const drawn = segmentsOf(world.debugLines({ ...only('contacts'), forceScale: 0.1 }));
    // Each contact point has seven lines, and the last one is the normal force.
    const forces = drawn.filter((_, k) => k % 7 === 6);
    expect(forces.length).toBe(4);
    for (const { from, to } of forces) expect(to[2]).toBeGreaterThan(from[2]);
    expect(forces.reduce((sum, each) => sum + lengthOf(each), 0)).toBeCloseTo(0.1 * 2 * 9.81, 4);
    world.find('box')?.remove();
    expect(segmentsOf(world.debugLines(only('contacts')))).toEqual([]);
  });

  it('draws the axes of joints and of centers of mass', () => {
    const model = new ModelBuilder({ name: 'arm' })
      .link('arm', { mass: 1, centerOfMass: [0, 0, 0.5], inertia: [1, 1, 1] })
      .joint('shoulder', {
        kind: 'revolute',
        parent: 'world',
        child: 'arm',
        axis: [0, 1, 0],
        placement: [1, 2, 3, 0, 0, 0, 1],
      })
      .build();
    const world = new World({ gravity: [0, 0, 0] });
    const arm = world.add(model);
    arm.joint('shoulder').position = Math.PI / 2;
    const [one, other] = segmentsOf(world.debugLines({ ...only('joints'), axisLength: 0.25 }));
    expect([one.to, other.to]).toEqual([
      [1, 2.25, 3],
      [1, 1.75, 3],
    ]);
    const axes = segmentsOf(world.debugLines({ ...only('centersOfMass'), axisLength: 0.25 }));
    expect(axes.map(({ from }) => from.map((x) => Math.round(x * 1e6) / 1e6))).toEqual(new Array(3).fill([1.5, 2, 3]));
    expect(axes[2].to[0]).toBeCloseTo(1.75, 6);
    expect(axes[2].color).toEqual([0, 0, 1]);
  });

  it('draws joints between bodies', () => {
    const world = new World({ gravity: [0, 0, 0] });
    const door = world.add(box(0.5, 0.05, 1), { pose: { position: [0.5, 0, 1] } });
    world.connect(null, door, { kind: 'hinge', anchor: [0, 0, 1], axis: [0, 0, 1] });
    const drawn = segmentsOf(world.debugLines({ ...only('joints'), axisLength: 0.25 }));
    expect(drawn.map(({ from }) => from)).toEqual(new Array(3).fill([0, 0, 1]));
    expect(drawn.map(({ to }) => to[2])).toEqual([1, 1.25, 0.75]);
  });

  it('overwrites its arrays, and does not change the simulation', () => {
    const drop = (draws: boolean): Float64Array => {
      const world = new World();
      world.add(halfspace(), { type: 'static' });
      world.add(sphere(0.2), { pose: { position: [0, 0, 0.5] } });
      for (let k = 0; k < 100; k++) {
        world.step();
        if (draws) world.debugLines();
      }
      if (draws) expect(world.debugLines().positions.buffer).toBe(world.debugLines().positions.buffer);
      return world.state.q;
    };
    expect(drop(true)).toEqual(drop(false));
  });

  it.each([
    [{ shapes: 1 }, 'World.debugLines: options.shapes is 1; give true or false'],
    [{ forceScale: 0 }, 'World.debugLines: options.forceScale is 0; give a number above 0'],
    [{ bodies: true }, 'World.debugLines: options.bodies'],
  ])('rejects %j', (options, message) => {
    expect(() => new World().debugLines(options as DebugLineOptions)).toThrow(message);
  });
});

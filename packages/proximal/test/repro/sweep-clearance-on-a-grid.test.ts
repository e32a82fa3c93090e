// `cell.sweepClearance` returned the best time of a grid instead of the minimum near it: the search for the zero of the slope never began. The
// returned gradient was wrong. Finite differences of the distances rarely showed this error, because most of them compared distances at the same grid
// time.
import { expect, it } from 'vitest';
import { ModelBuilder } from '../../src/dynamics/index.ts';
import { box, sphere } from '../../src/index.ts';
import { RobotCell } from '../../src/planning/index.ts';
import { Scene } from '../../src/scene/index.ts';

it('finds the time of the least distance of an arm', () => {
  const model = new ModelBuilder()
    .link('arm', { mass: 1, inertia: [1, 1, 1] })
    .joint('hinge', { kind: 'revolute', parent: 'world', child: 'arm', axis: [0, 0, 1] })
    .geometry('arm', { shape: sphere(0.1), pose: { position: [1, 0, 0] } })
    .build();
  for (const angle of [0.3, 0.71]) {
    const scene = new Scene();
    scene.add(sphere(0.1), { position: [2 * Math.cos(angle), 2 * Math.sin(angle), 0] });
    const { time, distance, gradientFrom, gradientTo } = new RobotCell({ model, scene }).sweepClearance([0], [1]);
    expect(time).toBeCloseTo(angle, 8);
    expect(distance).toBeCloseTo(0.8, 12);
    expect(Math.hypot(gradientFrom[0], gradientTo[0])).toBeLessThan(1e-8);
  }
});

it('finds the time at which a ball passes the edge of a box', () => {
  const model = new ModelBuilder()
    .link('cart', { mass: 1, inertia: [1, 1, 1] })
    .joint('rail', { kind: 'prismatic', parent: 'world', child: 'cart', axis: [1, 0, 0] })
    .geometry('cart', { shape: sphere(0.1) })
    .build();
  const scene = new Scene();
  scene.add(box(0.5, 0.5, 0.5), {
    position: [0.37, 1.2, 0],
    rotation: [0, 0, Math.sin(Math.PI / 8), Math.cos(Math.PI / 8)],
  });
  const { time, distance } = new RobotCell({ model, scene }).sweepClearance([0], [1]);
  // The lowest edge is at x = 0.37.
  expect(time).toBeCloseTo(0.37, 8);
  expect(distance).toBeCloseTo(1.2 - Math.SQRT1_2 - 0.1, 9);
});

// A robot with one joint beside a ball.
import { ModelBuilder } from '../../src/dynamics/index.ts';
import { box, sphere } from '../../src/index.ts';
import { RobotCell } from '../../src/planning/index.ts';
import { Scene } from '../../src/scene/index.ts';

/** An arm of 0.6 m that turns about z by −3 to 3 rad, and a ball that it cannot reach. */
export function armCell(): RobotCell {
  const model = new ModelBuilder()
    .link('arm', { mass: 1, inertia: [1, 1, 1] })
    .joint('shoulder', { kind: 'revolute', parent: 'world', child: 'arm', axis: [0, 0, 1], lower: -3, upper: 3 })
    .geometry('arm', { shape: box(0.3, 0.05, 0.05) })
    .build();
  const scene = new Scene();
  scene.add(sphere(0.1), { position: [0, 2, 0] });
  return new RobotCell({ model, scene });
}

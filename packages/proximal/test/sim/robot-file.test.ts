// Simulations of one robot above a floor.
import { describe, expect, it } from 'vitest';
import { readMjcf, readUrdf } from '../../src/io/index.ts';
import { robotSimulation, type SimulationRobot, startSimulation } from '../../src/sim/index.ts';

const ball = `<robot name="ball"><link name="base">
  <inertial><mass value="1"/><inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial>
  <collision><origin xyz="0 0 1"/><geometry><sphere radius="0.1"/></geometry></collision>
</link></robot>`;
const robot = (root: SimulationRobot['root'], name = 'ball'): SimulationRobot => ({ name, text: ball, root });

describe('robotSimulation', () => {
  it('puts the floor below a free robot, which falls on it', async () => {
    const model = await readUrdf(ball, { root: 'free-flyer' });
    const simulation = robotSimulation(robot('free-flyer'), model, { clearance: 0.05 });
    const [floor] = simulation.bodies;
    expect([floor.name, floor.pose[2]]).toEqual(['floor', expect.closeTo(0.85, 12)]);
    const { simulator } = startSimulation(simulation, [model]);
    for (let k = 0; k < 250; k++) simulator.step();
    expect(simulator.state.q[2]).toBeCloseTo(-0.05, 3);
  });

  it('has the floor at z = 0 for a robot that is fixed above it, and gives it a name of its own', async () => {
    const simulation = robotSimulation(robot('fixed', 'floor'), await readUrdf(ball, { root: 'fixed' }));
    expect(simulation.bodies.map(({ name, pose }) => [name, pose[2]])).toEqual([['floor 2', 0]]);
  });

  it('adds no floor to a model with a plane', async () => {
    const model = await readMjcf(`<mujoco><worldbody><geom type="plane" size="1 1 1"/>
      <body pos="0 0 1"><freejoint/><geom size="0.1"/></body></worldbody></mujoco>`);
    expect(robotSimulation(robot('fixed'), model).bodies).toEqual([]);
  });

  it('refuses a negative clearance', async () => {
    const model = await readUrdf(ball, { root: 'fixed' });
    const message = 'robotSimulation: options.clearance is -1';
    expect(() => robotSimulation(robot('fixed'), model, { clearance: -1 })).toThrow(message);
  });
});

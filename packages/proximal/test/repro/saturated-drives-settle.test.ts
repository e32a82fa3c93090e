// The search for the saturated drives of an arm had no line search. At 60 Hz it did not converge, and the joints of a
// Panda swung between both effort limits around their targets forever.
import { expect, it } from 'vitest';
import { World } from '../../src/sim/index.ts';
import { generatedArm, ifShared, loadRobot } from '../dynamics/shared.ts';

it.each([
  { robot: generatedArm, from: [0, 0, 0, 0, 0, 0], to: [1, -1.2, 2, -2, 1.5, -1] },
  ...ifShared([
    {
      robot: { file: 'robots/panda/panda.urdf' },
      from: [0, -0.4, 0, -2.2, 0, 1.9, 0.785, 0.04],
      to: [0, 0.1, 0, -2.4, 0, 2.5, 0.785, 0],
    },
  ]),
])('all joints of $robot.file reach their targets with limited efforts', async ({ robot, from, to }) => {
  const model = await loadRobot(robot);
  for (const rate of [60, 240]) {
    const world = new World({ timeStep: 1 / rate, gravity: [0, 0, 0], selfCollision: false });
    const arm = world.add(model);
    arm.setConfiguration(Float64Array.from(from));
    arm.hold(Float64Array.from(to));
    let isSaturated = false;
    for (let k = 0; k < 2 * rate; k++) {
      world.step();
      model.joints.forEach(({ name, v, mimic }) => {
        if (mimic !== null) return;
        const { effort } = arm.joint(name);
        if (Math.abs(effort) > 0.999 * model.limits.effort[v]) isSaturated = true;
        expect(Math.abs(effort)).toBeLessThan((1 + 1e-9) * model.limits.effort[v]);
      });
    }
    expect(isSaturated).toBe(true);
    arm.configuration.forEach((x, k) => {
      expect(x).toBeCloseTo(to[k], 4);
    });
  }
});

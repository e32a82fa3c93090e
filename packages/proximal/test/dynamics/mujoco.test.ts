// The same robots in MuJoCo: mass matrix, bias forces, forward dynamics and Jacobians agree to 1e-8.
import { describe, expect, it } from 'vitest';
import {
  biasTorque,
  forwardDynamics,
  forwardKinematics,
  frameJacobian,
  type Model,
  massMatrix,
  randomConfiguration,
} from '../../src/dynamics/index.ts';
import { loadMjcf, loadUrdf, readMjcf, readUrdf } from '../../src/io/index.ts';
import { Rng } from '../../src/math/index.ts';
import { forAll } from '../for-all.ts';
import { ownMjcf, ownUrdf } from '../io/robots/samples.ts';
import { MujocoReference, mujoco, urdfForMujoco, withoutGeoms } from './mujoco.ts';
import { randomVector, relativeError } from './robots.ts';
import { generatedArm, generatedHand, generatedQuadruped, needsShared, sharedPath, sharedText } from './shared.ts';

const seed = 20264;

async function compare(text: string, model: Model): Promise<void> {
  const mj = await mujoco();
  const mjModel = mj.MjModel.from_xml_string(text);
  if (!mjModel) throw new Error('MuJoCo does not load it');
  expect([mjModel.nq, mjModel.nv]).toEqual([model.nq, model.nv]);
  const reference = new MujocoReference(mj, mjModel, model);
  const data = model.createData();
  forAll({ seed, cases: 5 }, (rng) => {
    const q = randomConfiguration(model, rng);
    const v = randomVector(rng, model.nv);
    const tau = randomVector(rng, model.nv);
    reference.set(q, v, tau);
    expect(relative(massMatrix(model, data, q), reference.massMatrix(q))).toBeLessThan(1e-8);
    expect(relative(biasTorque(model, data, q, v), reference.bias(q, v))).toBeLessThan(1e-8);
    expect(relative(forwardDynamics(model, data, q, v, tau), reference.acceleration(q, v))).toBeLessThan(1e-8);
    forwardKinematics(model, data, q);
    let count = 0;
    for (const { name, kind } of model.frames) {
      const jacobian = kind === 'link' && name !== 'world' ? reference.jacobian(q, name) : null;
      if (!jacobian) continue;
      expect(relativeError(frameJacobian(model, data, name, 'local-world-aligned'), jacobian), name).toBeLessThan(1e-8);
      count++;
    }
    expect(count).toBeGreaterThanOrEqual(model.joints.length);
  });
}

/** The largest difference, relative to the largest number. */
function relative(a: Float64Array, b: Float64Array): number {
  const size = b.reduce((most, x) => Math.max(most, Math.abs(x)), 0);
  return relativeError(
    a.map((x) => x / size),
    b.map((x) => x / size),
  );
}

describe(`MuJoCo agrees (seed ${seed})`, () => {
  it('on our own MJCF: every kind of joint, several per body, geoms with mass', async () => {
    // The limits of a ball joint are not supported; they do not affect what is compared.
    await compare(ownMjcf, await readMjcf(ownMjcf, { unsupported: 'ignore' }));
  });

  it('on armature, damping and friction of a free joint, except for the axes of the armature', async () => {
    const text = `<mujoco><default><joint armature="9"/></default><worldbody>
      <body name="stone"><joint name="free" type="free" armature="0.3" damping="0.2" frictionloss="0.1"/>
        <geom type="box" size="0.1 0.2 0.3" pos="0.1 0 0"/></body>
      <body name="plain"><freejoint name="bare"/><geom size="0.1"/></body>
    </worldbody></mujoco>`;
    const model = await readMjcf(text);
    const mj = await mujoco();
    const mjModel = mj.MjModel.from_xml_string(text);
    if (!mjModel) throw new Error('MuJoCo does not load it');
    expect([...model.armature]).toEqual([...mjModel.dof_armature]);
    expect([...model.damping]).toEqual([...mjModel.dof_damping]);
    expect([...model.friction]).toEqual([...mjModel.dof_frictionloss]);
    const reference = new MujocoReference(mj, mjModel, model);
    const rng = new Rng(seed);
    const [q, v] = [randomConfiguration(model, rng), randomVector(rng, model.nv)];
    reference.set(q, v, randomVector(rng, model.nv));
    const data = model.createData();
    expect(relative(massMatrix(model, data, q), reference.massMatrix(q))).toBeLessThan(1e-8);
    // MuJoCo's armature resists the derivative of the velocity along the world's axes, ours of the velocity l along the body's axes: they differ
    // by ω × l.
    const bias = biasTorque(model, data, q, v);
    const [x, y, z, u, w, t] = v;
    [w * z - t * y, t * x - u * z, u * y - w * x].forEach((spin, k) => {
      bias[k] += 0.3 * spin;
    });
    expect(relative(bias, reference.bias(q, v))).toBeLessThan(1e-8);
  });

  it('on our own URDF', async () => {
    await compare(urdfForMujoco(ownUrdf), await readUrdf(ownUrdf, { mimic: 'independent' }));
  });

  it.each([generatedArm, generatedQuadruped, generatedHand])('on a $file', async ({ text = '' }) => {
    await compare(urdfForMujoco(text), await readUrdf(text, { mimic: 'independent' }));
  });

  it.each([
    'robots/ur5e_mjcf/ur5e.xml',
    'robots/a1_mjcf/a1.xml',
    'robots/go1_mjcf/go1.xml',
    'robots/allegro_right_mjcf/right_hand.xml',
    'robots/talos/talos.xml',
  ])('on %s', needsShared, async (file) => {
    await compare(
      withoutGeoms(sharedText(file)),
      await loadMjcf(sharedPath(file), { meshes: 'skip', mimic: 'independent' }),
    );
  });

  it.each(['robots/solo12/solo12.urdf', 'robots/ur5/ur5.urdf', 'robots/panda/panda.urdf', 'robots/talos/talos.urdf'])(
    'on %s',
    needsShared,
    async (file) => {
      await compare(
        urdfForMujoco(sharedText(file)),
        await loadUrdf(sharedPath(file), { meshes: 'skip', mimic: 'independent' }),
      );
    },
  );

  it('but does not load the Allegro hand as URDF, because of its inertias', needsShared, async () => {
    const mj = await mujoco();
    const text = urdfForMujoco(sharedText('robots/allegro_right/allegro_right.urdf'));
    expect(() => mj.MjModel.from_xml_string(text)).toThrow();
  });
});

// Comparison with MuJoCo: masses, inertias and poses of generated geoms, and accelerations with springs, actuators and
// gravity compensation.
import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  forwardDynamics,
  forwardKinematics,
  geometryPoses,
  type Model,
  passiveTorque,
  potentialEnergy,
  randomConfiguration,
  springEnergy,
} from '../../../src/dynamics/index.ts';
import { type MjcfOptions, readMjcf } from '../../../src/io/index.ts';
import { compose, Rng } from '../../../src/math/index.ts';
import { MujocoReference, mujoco } from '../../dynamics/mujoco.ts';
import { randomVector } from '../../dynamics/robots.ts';
import { needsShared, sharedPath, sharedText } from '../../dynamics/shared.ts';
import { forAll } from '../../for-all.ts';
import { addActuators } from '../../sim/actuator-torque.ts';

const seed = 20267;

/** R diag(d) Rᵀ for a quaternion w x y z. */
function tensorOf([w, x, y, z]: ArrayLike<number> & Iterable<number>, d: ArrayLike<number>): number[] {
  const columns = [0, 1, 2].map((axis) =>
    compose({ rotation: [x, y, z, w] }, { position: [0, 1, 2].map((k) => (k === axis ? 1 : 0)) }),
  );
  return Array.from({ length: 9 }, (_, k) =>
    columns.reduce((sum, axis, i) => sum + axis[Math.floor(k / 3)] * d[i] * axis[k % 3], 0),
  );
}

/** Compares mass, center of mass and inertia of the only body with MuJoCo's. @param tolerance relative to the body's mass and size */
async function compareBody(text: string, tolerance: number, options: MjcfOptions = {}): Promise<Model> {
  const mj = await mujoco();
  const mjModel = mj.MjModel.from_xml_string(text);
  const model = await readMjcf(text, options);
  const [mass, x, y, z, xx, xy, xz, yy, yz, zz] = model.tree.inertia;
  const [theirs, ipos] = [mjModel.body_mass[1], mjModel.body_ipos.slice(3, 6)];
  const tensor = tensorOf(mjModel.body_iquat.slice(4, 8), mjModel.body_inertia.slice(3, 6));
  const size = Math.sqrt(Math.max(...tensor.map(Math.abs)) / theirs);
  const off = [
    (mass - theirs) / theirs,
    ...[x, y, z].map((value, k) => (value - ipos[k]) / size),
    ...[xx, xy, xz, xy, yy, yz, xz, yz, zz].map((value, k) => (value - tensor[k]) / (theirs * size * size)),
  ];
  for (const value of off) expect(Math.abs(value), text).toBeLessThan(tolerance);
  mjModel.delete();
  return model;
}

const list = (numbers: readonly number[]): string => numbers.join(' ');
const wrap = (inside: string, before = ''): string => `<mujoco>${before}<worldbody>${inside}</worldbody></mujoco>`;

describe(`geoms have the masses of MuJoCo (seed ${seed})`, () => {
  const rng = new Rng(seed);
  const vector = (scale = 1): number[] => [0, 1, 2].map(() => rng.uniform(-scale, scale));
  const sizes: Record<string, number> = { sphere: 1, capsule: 2, cylinder: 2, box: 3, ellipsoid: 3 };

  const orientation = (): string =>
    [
      () => '',
      () => `quat="${list([rng.normal(), ...vector()])}"`,
      () => `euler="${list(vector(180))}"`,
      () => `axisangle="${list([...vector(), rng.uniform(-180, 180)])}"`,
      () => `xyaxes="${list([...vector(), ...vector()])}"`,
      () => `zaxis="${list(vector())}"`,
    ][rng.index(6)]();

  const mass = (): string => ['', 'density="300"', 'mass="2.5"'][rng.index(3)];

  const geom = (type: string): string => {
    const size = Array.from({ length: sizes[type] }, () => rng.uniform(0.05, 0.5));
    if (type !== 'sphere' && rng.uniform() < 0.5) {
      const given = size.slice(0, 1 + rng.index(3));
      return `<geom type="${type}" size="${list(given)}" fromto="${list([...vector(), ...vector()])}" ${mass()}/>`;
    }
    return `<geom type="${type}" size="${list(size)}" pos="${list(vector())}" ${orientation()} ${mass()}/>`;
  };

  it('for each geom alone, with its pose and sizes', async () => {
    const mj = await mujoco();
    for (const type of Object.keys(sizes)) {
      for (let k = 0; k < 12; k++) {
        const text = wrap(`<body><freejoint/>${geom(type)}</body>`);
        const model = await compareBody(text, 1e-9);
        const mjModel = mj.MjModel.from_xml_string(text);
        const data = model.createData();
        forwardKinematics(model, data, Float64Array.of(0, 0, 0, 0, 0, 0, 1));
        const [px, py, pz, qx, qy, qz, qw] = geometryPoses(model, data);
        const [w, x, y, z] = mjModel.geom_quat;
        for (const [axis, value] of [px, py, pz].entries()) expect(value).toBeCloseTo(mjModel.geom_pos[axis], 12);
        expect(Math.abs(w * qw + x * qx + y * qy + z * qz), text).toBeCloseTo(1, 12);
        const { min, max } = model.geometries[0].shape.boundingBox();
        const [a, b, c] = mjModel.geom_size;
        const half = {
          sphere: [a, a, a],
          capsule: [a, a, a + b],
          cylinder: [a, a, b],
          box: [a, b, c],
          ellipsoid: [a, b, c],
        };
        half[type as 'box'].forEach((value, axis) => {
          expect(max[axis]).toBeCloseTo(value, 12);
          expect(min[axis]).toBeCloseTo(-value, 12);
        });
      }
    }
  });

  it('for several geoms in frames', async () => {
    const types = Object.keys(sizes);
    for (let k = 0; k < 40; k++) {
      const geoms = Array.from({ length: 1 + rng.index(4) }, () => geom(types[rng.index(5)])).join('');
      await compareBody(
        wrap(`<body><freejoint/><frame pos="${list(vector())}" ${orientation()}>${geoms}</frame></body>`),
        1e-9,
      );
    }
  });

  /** A U-shaped mesh, which is not star-shaped about its center. */
  const profile = [0, 0, 3, 0, 3, 3, 2, 3, 2, 1, 1, 1, 1, 3, 0, 3];
  const corners = [0, 1]
    .flatMap((z) => Array.from({ length: 8 }, (_, k) => [profile[2 * k], profile[2 * k + 1], z]))
    .flat();
  const cap = [0, 4, 5, 0, 1, 4, 1, 2, 3, 1, 3, 4, 0, 5, 6, 0, 6, 7];
  const sides = Array.from({ length: 8 }, (_, k) => [
    k,
    (k + 1) % 8,
    ((k + 1) % 8) + 8,
    k,
    ((k + 1) % 8) + 8,
    k + 8,
  ]).flat();
  const faces = [...cap.map((_, k) => cap[k - (k % 3) + (2 - (k % 3))]), ...cap.map((corner) => corner + 8), ...sides];

  it('for non-convex meshes, with each kind of inertia, scaled, mirrored and moved', async () => {
    for (const inertia of ['', 'inertia="legacy"', 'inertia="exact"', 'inertia="convex"', 'inertia="shell"']) {
      for (const change of [
        '',
        'scale="0.1 0.2 0.3"',
        'scale="-0.1 0.1 0.1"',
        'refpos="1 2 0.5" refquat="1 0.2 0 0.4" scale="2 1 1"',
      ]) {
        // With these kinds of inertia, MuJoCo rejects the mirrored mesh as inside out.
        if (change.includes('-') && inertia !== '' && !inertia.includes('legacy')) continue;
        for (const weight of ['', 'mass="3"', 'density="20"']) {
          const mesh = `<asset><mesh name="u" ${inertia} ${change} vertex="${list(corners)}" face="${list(faces)}"/></asset>`;
          const body = `<body><freejoint/><geom type="mesh" mesh="u" pos="1 2 3" euler="10 20 30" ${weight}/></body>`;
          await compareBody(wrap(body, mesh), 1e-5);
        }
      }
    }
  });

  it('for point clouds', async () => {
    for (const inertia of ['legacy', 'exact', 'convex', 'shell']) {
      const points = Array.from({ length: 20 }, () => vector()).flat();
      const mesh = `<asset><mesh name="cloud" inertia="${inertia}" vertex="${list(points)}"/></asset>`;
      await compareBody(wrap('<body><freejoint/><geom type="mesh" mesh="cloud"/></body>', mesh), 1e-5);
    }
  });
});

/** Compares accelerations at random states with random controls. */
async function compareMotion(text: string, options: MjcfOptions = {}): Promise<Model> {
  const mj = await mujoco();
  const mjModel = mj.MjModel.from_xml_string(text);
  const model = await readMjcf(text, options);
  expect([mjModel.nq, mjModel.nv, mjModel.nu]).toEqual([model.nq, model.nv, model.actuators.length]);
  const flags = mjModel.opt.disableflags;
  const reference = new MujocoReference(mj, mjModel, model);
  mjModel.opt.disableflags = flags | mj.mjtDisableBit['mjDSBL_CONSTRAINT'].value;
  const data = model.createData();
  forAll({ seed, cases: 8 }, (rng) => {
    const q = randomConfiguration(model, rng);
    const v = randomVector(rng, model.nv);
    const controls = randomVector(rng, model.actuators.length).map((x) => 3 * x);
    for (const [i, { name }] of model.actuators.entries()) {
      // MuJoCo orders the actuators of replicas differently; actuators without a name have the same order.
      const id = mj.mj_name2id(mjModel, mj.mjtObj['mjOBJ_ACTUATOR'].value, name);
      reference.data.ctrl[id < 0 ? i : id] = controls[i];
    }
    const tau = randomVector(rng, model.nv);
    reference.set(q, v, tau);
    const torque = passiveTorque(model, q, v);
    for (let i = 0; i < model.nv; i++) torque[i] += tau[i];
    addActuators(model, q, v, controls, torque);
    const expected = reference.acceleration(q, v);
    const found = forwardDynamics(model, data, q, v, torque);
    const size = expected.reduce((most, x) => Math.max(most, Math.abs(x)), 1);
    for (let i = 0; i < model.nv; i++) expect((found[i] - expected[i]) / size, `${text} ${i}`).toBeCloseTo(0, 9);
    mj.mj_energyPos(mjModel, reference.data);
    // MuJoCo leaves compensated gravity out of its energy.
    if (!text.includes('gravcomp'))
      expect(potentialEnergy(model, data, q) + springEnergy(model, q)).toBeCloseTo(reference.data.energy[0], 8);
  });
  return model;
}

/** Three links in a chain, one of them with two joints, and a free link. */
const chain = (joint: string, body = '', last = joint): string =>
  wrap(`<body name="a" pos="0 0 1" euler="10 20 30" ${body}><joint name="j1" axis="0 1 0" ${joint}/>
    <geom type="capsule" size="0.05" fromto="0 0 0 0.4 0 0"/>
    <body name="b" pos="0.4 0 0"><joint name="j2" axis="0 1 1" ${joint}/><joint name="j3" axis="1 0 0" pos="0.1 0 0"/>
      <geom type="box" size="0.1 0.05 0.02" pos="0.2 0 0"/>
      <body name="c" pos="0.3 0 0.1" ${body}><joint name="j4" type="slide" axis="1 0 1" ${last}/>
        <geom type="ellipsoid" size="0.1 0.05 0.02"/></body></body></body>
    <body name="d" pos="1 1 1" ${body}><freejoint name="f"/><geom size="0.1" pos="0.1 0 0"/></body>`);

describe(`accelerations equal MuJoCo's (seed ${seed})`, () => {
  it('with springs, rest positions, references, armature and damping', async () => {
    const model = await compareMotion(chain('stiffness="30" springref="20" ref="15" damping="0.3" armature="0.02"'));
    expect(model.stiffness[model.joints[model.jointIndex('j1')].v]).toBe(30);
    await compareMotion(chain('stiffness="30"', '', 'stiffness="200" springref="0.1" ref="-0.2"'));
  });

  it('with springs by time constant and damping ratio', async () => {
    await compareMotion(chain('springdamper="0.1 0.7" ref="10"'));
    await compareMotion(chain('springdamper="0.3 1" stiffness="3" damping="9" armature="0.1"'));
  });

  it('with compensated gravity', async () => {
    await compareMotion(chain('', 'gravcomp="1"'));
    await compareMotion(chain('stiffness="3"', 'gravcomp="0.4"'));
    await expect(readMjcf(chain('', 'gravcomp="-1.5"'))).rejects.toThrow('gravcomp="-1.5" is not supported');
  });

  const actuators = (inside: string, before = ''): string =>
    chain('range="-60 90" damping="0.1"', '', 'range="-0.5 0.5"').replace(
      '</mujoco>',
      `${before}<actuator>${inside}</actuator></mujoco>`,
    );

  it('with motors, servos and affine actuators', async () => {
    await compareMotion(
      actuators(`<motor joint="j1" gear="3" ctrlrange="-1 2"/><motor joint="j1" forcerange="-0.5 0.5"/>
        <position joint="j2" kp="20" kv="1.5"/><position joint="j4" kp="20" dampratio="0.8" gear="2"/>
        <position joint="j1" kp="2" inheritrange="0.5"/><velocity joint="j3" kv="4" gear="0.5"/><velocity joint="j2"/>
        <general joint="j3" gainprm="4"/><general joint="j4" gainprm="4" biastype="affine" biasprm="0 -4 -1"/>
        <general joint="j1" gainprm="4" biastype="affine" biasprm="1 2 -3" gear="-2"/>
        <general joint="j2" gainprm="4" biastype="affine" biasprm="0 -4 0.5"/>`),
    );
  });

  it('with limits on the total actuator force of a joint, and default classes', async () => {
    const text = actuators('<motor joint="j1" gear="3" class="weak"/><position joint="j1" kp="9"/>').replace(
      'name="j1"',
      'name="j1" actuatorfrcrange="-2 2"',
    );
    await compareMotion(
      text.replace(
        '<worldbody>',
        '<default><default class="weak"><motor gear="2" ctrlrange="-0.3 0.3"/></default></default><worldbody>',
      ),
    );
  });

  it.each([
    ['-1 2.5', '<motor joint="j1" gear="-3" ctrlrange="-1 2"/>'],
    ['0 2', '<position joint="j1" kp="9" forcerange="-1 5"/>'],
    ['-3 -1', '<motor joint="j1" forcerange="-2 2"/>'],
  ])('with the range %s of the actuator force of a joint with one actuator', async (range, actuator) => {
    await compareMotion(actuators(actuator).replace('name="j1"', `name="j1" actuatorfrcrange="${range}"`));
  });

  it.each(['gravity', 'spring', 'damper', 'actuation', 'limit', 'frictionloss'])(
    'without %s, if a flag disables it',
    async (flag) => {
      const option = `<option><flag ${flag}="disable"/></option>`;
      const text = chain('stiffness="30" damping="0.3" frictionloss="0.2" range="-9 9"')
        .replace('<worldbody>', `${option}<worldbody>`)
        .replace('</mujoco>', '<actuator><motor joint="j1"/></actuator></mujoco>');
      if (flag !== 'actuation') await compareMotion(text);
      else expect((await readMjcf(text)).actuators).toEqual([]);
    },
  );

  it('with replicas and references to them', async () => {
    const arm = `<body name="arm" pos="0.5 0 0"><joint name="j" axis="0 1 0" stiffness="2"/><geom type="box" size="0.2 0.02 0.03" pos="0.2 0 0"/>
      <replicate count="2" sep="_" offset="0 0 0.1" euler="5 0 0"><body name="tip"><joint name="t" axis="1 0 0"/><geom size="0.03" pos="0 0.1 0"/></body></replicate></body>`;
    const model = await compareMotion(
      wrap(`<body name="hub" pos="0 0 1"><joint name="h"/><geom type="cylinder" size="0.5 0.1"/>
        <replicate count="10" sep="-" euler="0 0 36" offset="0.01 0 0.02">${arm}</replicate></body>`).replace(
        '</mujoco>',
        '<actuator><motor name="m" joint="j"/><motor name="n" joint="t" gear="2"/></actuator><contact><exclude body1="hub" body2="tip"/></contact></mujoco>',
      ),
    );
    expect(model.joints.map(({ name }) => name).slice(0, 5)).toEqual(['h', 'j-00', 't_0-00', 't_1-00', 'j-01']);
    expect(model.collisions).toHaveLength(20);
    expect(model.collisions[1]).toEqual({ links: ['hub', 'tip_1-00'], collide: false });
  });
});

it('a joint coupled by an equality follows its leader, with its springs and actuators', async () => {
  const text = chain('ref="10"').replace(
    '</mujoco>',
    '<equality><joint joint1="j2" joint2="j1" polycoef="0.1 -2"/></equality><actuator><position joint="j2" kp="3" kv="1"/></actuator></mujoco>',
  );
  const model = await readMjcf(text);
  const { mimic } = model.joints[model.jointIndex('j2')];
  const ref = Math.PI / 18;
  expect(mimic).toEqual({ joint: 'j1', ratio: -2, offset: 0.1 + ref + 2 * ref });
  const [q, v] = [model.reference.slice(), model.zeroVelocity()];
  q[0] = 0.3;
  v[0] = 0.5;
  const torque = model.zeroVelocity();
  addActuators(model, q, v, Float64Array.of(0.7), torque);
  const follower = -2 * 0.3 + 0.1 + 3 * ref;
  expect(torque[0]).toBeCloseTo(-2 * (3 * (0.7 - follower) - 1 * -2 * 0.5), 12);
  expect((await readMjcf(text, { mimic: 'independent' })).nv).toBe(model.nv + 1);
});

const folder = 'reference/mujoco_testdata/';

it("MuJoCo's own test files have their sizes and masses", needsShared, async () => {
  const mj = await mujoco();
  let count = 0;
  for (const file of readdirSync(sharedPath(folder)).filter((each) => each.endsWith('.xml'))) {
    const text = sharedText(folder + file);
    // In this test MuJoCo has no file system, and Proximal does not support height fields of MJCF.
    if (/\bfile=|hfield/.test(text)) continue;
    const mjModel = mj.MjModel.from_xml_string(text);
    const model = await readMjcf(text);
    const mass = mjModel.body_mass.reduce((sum, x) => sum + x, 0);
    expect([model.nq, model.nv], file).toEqual([mjModel.nq, mjModel.nv]);
    expect(model.mass / mass, file).toBeCloseTo(1, 6);
    count++;
  }
  expect(count).toBeGreaterThan(10);
});

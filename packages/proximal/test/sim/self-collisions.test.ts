// Which links collide: rules, masks, joints between links, and overlaps in the reference configuration. The filters are compared with MuJoCo.
import { describe, expect, it } from 'vitest';
import { ModelBuilder, mayCollide, withCollisions } from '../../src/dynamics/index.ts';
import { box, halfspace, sphere } from '../../src/index.ts';
import { readMjcf } from '../../src/io/index.ts';
import { Rng } from '../../src/math/index.ts';
import { Scene } from '../../src/scene/index.ts';
import { freeBody, Simulator } from '../../src/sim/index.ts';
import { mujoco } from '../dynamics/mujoco.ts';

/** A chain of balls along x, one for each link, whose centers are 0.1 m apart. */
function chain(radius: number, count = 4, options: { root?: 'free-flyer' | 'revolute' } = {}): ModelBuilder {
  const builder = new ModelBuilder({ name: 'chain', gravity: [0, 0, 0] });
  for (let k = 0; k < count; k++) {
    builder
      .link(`l${k}`, { mass: 1, inertia: [0.01, 0.01, 0.01] })
      .joint(`j${k}`, {
        kind: k === 0 ? (options.root ?? 'free-flyer') : 'revolute',
        parent: k === 0 ? 'world' : `l${k - 1}`,
        child: `l${k}`,
        placement: { position: [k === 0 ? 0 : 0.1, 0, 0] },
      })
      .geometry(`l${k}`, { shape: sphere(radius) });
  }
  return builder;
}

const reasons = (sim: Simulator): string[] => sim.notices.map(({ links, reason }) => `${links.join('-')} ${reason}`);

function run(sim: Simulator, seconds = 1): number {
  let most = 0;
  for (let k = 0; k < 240 * seconds; k++) {
    sim.step();
    most = Math.max(most, sim.report().kineticEnergy);
  }
  return most;
}

describe('links of a robot', () => {
  it('that are adjacent or overlap in the reference configuration do not collide, with notices', () => {
    const sim = new Simulator({ models: [chain(0.1005).build()] });
    expect(run(sim)).toBe(0);
    expect(reasons(sim)).toEqual([
      'l0-l1 adjacent',
      'l0-l2 overlap',
      'l1-l2 adjacent',
      'l1-l3 overlap',
      'l2-l3 adjacent',
    ]);
    const { depth, message, name, level } = sim.notices[1];
    expect(depth).toBeCloseTo(0.001, 12);
    expect([name, level]).toEqual(['chain', 'notice']);
    expect(message).toMatch(/^model "chain": the links "l0" and "l2" overlap by 1 mm in the reference configuration/);
  });

  it('collide with the option, by a rule, and where they only touch', () => {
    const contactsOf = (sim: Simulator): number => {
      sim.step();
      return sim.report().contacts.length;
    };
    const model = chain(0.1005).build();
    expect(contactsOf(new Simulator({ models: [model], overlappingLinks: 'collide' }))).toBe(2);
    const ruled = withCollisions(model, [{ links: ['l2', 'l0'], collide: true }]);
    expect(contactsOf(new Simulator({ models: [ruled] }))).toBe(1);
    expect(contactsOf(new Simulator({ models: [chain(0.1).build()] }))).toBe(2);
    expect(contactsOf(new Simulator({ models: [ruled], selfCollision: false }))).toBe(0);
  });

  it('obey the last rule, by links or by geometries, also in a given scene and after a snapshot', () => {
    const model = chain(0.1005)
      .collision({ links: ['l0', 'l1'], collide: true })
      .collision({ geometries: ['l0_0', 'l2_0'], collide: true })
      .collision({ links: ['l0', 'l3'], collide: false })
      .collision({ links: ['l1', 'l0'], collide: false })
      .build();
    expect(model.collisions).toHaveLength(4);
    expect([mayCollide(model, 0, 1), mayCollide(model, 0, 2), mayCollide(model, 0, 3)]).toEqual([false, true, false]);
    const sim = new Simulator({ models: [model], scene: new Scene({ margin: 0.02 }) });
    sim.step();
    const touching = (each: Simulator): string[] => each.report().contacts.map(({ a, b }) => `${a.name} ${b.name}`);
    expect(touching(sim)).toEqual(['l0_0 l2_0']);
    const again = Simulator.restore(sim.snapshot());
    expect(again.notices).toEqual(sim.notices);
    again.step();
    sim.step();
    expect(touching(again)).toEqual(['l0_0 l2_0']);
    expect(again.state).toEqual(sim.state);
  });

  it('are adjacent through links without mass and shapes, and through fixed joints', () => {
    const builder = chain(0.01, 1)
      .link('cross')
      .joint('yaw', { kind: 'revolute', parent: 'l0', child: 'cross', axis: [0, 0, 1] })
      .link('arm', { mass: 1, inertia: [0.01, 0.01, 0.01] })
      .joint('pitch', { kind: 'revolute', parent: 'cross', child: 'arm', axis: [0, 1, 0] })
      .link('hand', { mass: 1, inertia: [0.01, 0.01, 0.01] })
      .joint('flange', { kind: 'fixed', parent: 'arm', child: 'hand' })
      .geometry('arm', { shape: sphere(0.01) })
      .geometry('hand', { shape: sphere(0.01) });
    expect(reasons(new Simulator({ models: [builder.build()] }))).toEqual(['l0-arm adjacent', 'l0-hand adjacent']);
  });

  it('do not collide with the fixed base, but with the floor of their own model', () => {
    const builder = (): ModelBuilder => chain(0.05, 2, { root: 'revolute' });
    const mounted = builder().geometry('world', { shape: box(0.1, 0.1, 0.1) });
    expect(reasons(new Simulator({ models: [mounted.build()] }))).toEqual(['l0-l1 adjacent', 'l0-world overlap']);
    const standing = builder().geometry('world', { shape: halfspace(), pose: { position: [0, 0, -0.045] } });
    expect(reasons(new Simulator({ models: [standing.build()] }))).toEqual(['l0-l1 adjacent']);
  });

  it('reject invalid rules', () => {
    const builder = chain(0.1);
    expect(() => builder.collision({ links: ['l0', 'l1'] } as never)).toThrow(
      'ModelBuilder.collision: rule.collide is undefined; give true or false',
    );
    expect(() => builder.collision({ links: ['l0'], collide: true } as never)).toThrow("give { links: ['a', 'b']");
    expect(() => builder.geometry('l0', { shape: sphere(1), contype: 0.5 })).toThrow(
      'description.contype is 0.5; give the bits of a 32-bit number',
    );
    builder.collision({ links: ['l0', 'l9'], collide: true });
    expect(() => builder.build()).toThrow('a collision rule: there is no link "l9"');
  });
});

it('a free body stands on the floor of its own file', async () => {
  const model = await readMjcf(`<mujoco><worldbody><geom name="floor" type="plane" size="1 1 1"/>
    <body name="cube" pos="0 0 0.099"><freejoint/><geom name="c" type="box" size="0.1 0.1 0.1"/></body>
    <body name="upper" pos="0 0 0.298"><freejoint/><geom name="u" type="box" size="0.1 0.1 0.1"/></body>
  </worldbody></mujoco>`);
  const sim = new Simulator({ models: [model], selfCollision: false });
  for (let k = 0; k < 240; k++) sim.step();
  expect(sim.state.q[2]).toBeGreaterThan(0.098);
  expect(sim.state.q[9]).toBeGreaterThan(0.296);
  expect(sim.notices).toEqual([]);
});

it('masks apply between models, and to bodies of a scene only if they are zero', () => {
  const ball = (contype: number, conaffinity: number, x: number): ModelBuilder =>
    new ModelBuilder()
      .link('ball', { mass: 1, inertia: [1, 1, 1] })
      .joint('free', { kind: 'free-flyer', parent: 'world', child: 'ball' })
      .geometry('ball', { shape: sphere(0.1), contype, conaffinity })
      .reference('free', [x, 0, 0.1, 0, 0, 0, 1]);
  const contactCount = (...masks: [number, number][]): number => {
    const scene = new Scene({ margin: 0.02 });
    scene.add(halfspace(), {}, { static: true });
    const sim = new Simulator({ models: masks.map(([a, b], k) => ball(a, b, 0.2 * k).build()), scene });
    sim.step();
    return sim.report().contacts.length;
  };
  expect(contactCount([1, 1], [1, 1])).toBe(3);
  expect(contactCount([2, 0], [1, 2])).toBe(3);
  expect(contactCount([2, 4], [1, 1])).toBe(2);
  expect(contactCount([0, 0], [1, 1])).toBe(1);
  const free = freeBody(sphere(0.1));
  expect([free.geometries[0].contype, free.geometries[0].conaffinity]).toEqual([1, 1]);
});

const seed = 20266;

/** Random trees of coincident balls, with masks, exclusions and pairs. */
function cluster(rng: Rng): string {
  const count = 3 + Math.floor(5 * rng.uniform());
  const mask = (): number => Math.floor(4 * rng.uniform());
  const dimension = (): number => [1, 1, 3, 6][rng.index(4)];
  const pair = (): string =>
    [`friction="${rng.uniform(0.1, 2)}"`, `condim="${dimension()}"`, `friction="0.3" condim="${dimension()}"`, ''][
      rng.index(4)
    ];
  const geom = (k: number): string =>
    `<geom name="g${k}" size="0.1" contype="${mask()}" conaffinity="${mask()}" friction="${rng.uniform(0.1, 2)}" priority="${rng.index(2)}" condim="${dimension()}"/>`;
  const parents = Array.from({ length: count }, (_, k) =>
    k === 0 || rng.uniform() < 0.3 ? -1 : Math.floor(k * rng.uniform()),
  );
  const body = (k: number): string => {
    const joint = ['<joint/>', '<joint type="ball"/>', '<joint/><joint axis="1 0 0"/>', ''][
      Math.floor(4 * rng.uniform())
    ];
    const isRoot = parents[k] < 0;
    const inside = parents.map((parent, j) => (parent === k ? body(j) : '')).join('');
    return `<body name="b${k}">${isRoot ? '<freejoint/>' : joint}${geom(k)}<inertial pos="0 0 0" mass="1" diaginertia="1 1 1"/>${inside}</body>`;
  };
  const two = (): [number, number] => {
    const i = Math.floor(count * rng.uniform());
    return [i, (i + 1 + Math.floor((count - 1) * rng.uniform())) % count];
  };
  const [a, b] = two();
  const [c, d] = two();
  return `<mujoco><option timestep="0.001"/><worldbody>${geom(99)}${parents.map((parent, k) => (parent < 0 ? body(k) : '')).join('')}</worldbody>
    <contact><exclude body1="b${a}" body2="b${b}"/><pair geom1="g${c}" geom2="g${d}" ${pair()}/></contact></mujoco>`;
}

it(`the same geoms touch as in MuJoCo, with the same friction (seed ${seed})`, async () => {
  const mj = await mujoco();
  const rng = new Rng(seed);
  let count = 0;
  for (let round = 0; round < 60; round++) {
    const text = cluster(rng);
    const reference = mj.MjModel.from_xml_string(text);
    const data = new mj.MjData(reference);
    mj.mj_forward(reference, data);
    const nameOf = (id: number): string => mj.mj_id2name(reference, mj.mjtObj['mjOBJ_GEOM'].value, id);
    const expected = new Set<string>();
    for (let k = 0; k < data.ncon; k++) {
      const contact = data.contact.get(k);
      const [i, j] = [contact?.geom1 ?? -1, contact?.geom2 ?? -1];
      // A pair within one rigid body has no effect.
      if (reference.body_weldid[reference.geom_bodyid[i]] === reference.body_weldid[reference.geom_bodyid[j]]) continue;
      const friction = contact?.dim === 1 ? 0 : contact?.friction[0];
      expected.add(`${[nameOf(i), nameOf(j)].sort().join(' ')} ${friction?.toFixed(9)}`);
    }
    const sim = new Simulator({ models: [await readMjcf(text)], overlappingLinks: 'collide' });
    sim.step();
    const found = new Set(
      sim.report().contacts.map(({ a, b, friction }) => `${[a.name, b.name].sort().join(' ')} ${friction.toFixed(9)}`),
    );
    expect([...found].sort(), text).toEqual([...expected].sort());
    count += expected.size;
  }
  expect(count).toBeGreaterThan(200);
});

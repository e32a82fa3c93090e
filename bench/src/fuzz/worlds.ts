// Random worlds that change: bodies, joints and sensors are added and removed, a kinematic body moves, some bodies are fast, and snapshots
// are taken and restored. Checked: no call throws, states are finite, all targets have the same bits, and no body leaves the room through
// its walls.
import { box, capsule, cylinder, ellipsoid, type Shape, setTarget, sphere, type Target } from 'proximal';
import { Rng } from 'proximal/math';
import { RigidBody, World } from 'proximal/sim';
import { connectGear, connectRandom, randomJoint } from '../random/joints.ts';
import type { Failure, Fuzzer, Origin, Verdict } from './fuzzer.ts';
import { Report } from './report.ts';

/** The changes of a world, each with its probability in every step. */
const changes = {
  add: 0.08,
  remove: 0.05,
  throw: 0.05,
  push: 0.1,
  kinematic: 0.05,
  sensor: 0.02,
  material: 0.02,
  gravity: 0.01,
  connect: 0.04,
  gear: 0.03,
  motor: 0.03,
  detach: 0.03,
  snapshot: 0.02,
  save: 0.02,
} as const;

type Change = keyof typeof changes;

interface WorldCase {
  readonly seed: number;
  readonly steps: number;
  /** Changes that do not happen. */
  readonly without: readonly Change[];
}

export const worldsFuzzer: Fuzzer<WorldCase> = {
  name: 'worlds',
  title: 'Worlds that change: no throw, finite states, equal bits, nothing passes through a wall',
  kinds: [],
  generate: (seed, number) => ({
    seed: (seed ^ Math.imul(number + 1, 0x9e3779b1)) >>> 0,
    steps: 60 + (number % 4) * 60,
    without: [],
  }),
  check,
  classes: [{ title: 'steps', of: ({ steps }) => String(steps) }],
  shares: { unsolved: 'queries' },
  files: { command: null, write: (item) => JSON.stringify(item), read: (text) => JSON.parse(text) as WorldCase },
  write: (item) => JSON.stringify(item),
  writeRepro,
  simplify,
};

/** Half of the room's width, and of its walls' thickness, in meters. */
const room = 1.5;
const wall = 0.01;

function check({ seed, steps, without }: WorldCase, targets: readonly Target[]): Verdict {
  const report = new Report({ queries: 0, unsolved: 0 });
  try {
    const hashes = targets.map((target, k) => {
      setTarget(target);
      const run = new Run(seed, new Set(without));
      for (let step = 0; step < steps; step++) {
        run.step();
        if (k > 0) continue;
        const { status } = run.world.report();
        if (status !== 'free' && status !== 'converged') report.count('unsolved', 1);
        const escaped = run.escaped();
        if (escaped !== null && !report.has('wall')) report.fail('wall', `after step ${step}: ${escaped}`);
      }
      const { q, v } = run.world.state;
      if (![...q, ...v].every(Number.isFinite)) report.fail('state', `on ${target} it has numbers that are not finite`);
      return run.world.hash();
    });
    report.count('queries', steps);
    if (new Set(hashes).size > 1) report.fail('bits', `${targets.join(', ')}: ${hashes.join(', ')}`);
  } catch (error) {
    report.fail('throws', error instanceof Error ? (error.stack ?? error.message) : String(error));
  }
  return report.verdict({});
}

/** One world with its random changes. */
class Run {
  world = new World({ timeStep: 1 / 60, substeps: 2 });
  private readonly rng: Rng;
  private count = 0;

  constructor(
    seed: number,
    private readonly without: ReadonlySet<Change>,
  ) {
    this.rng = new Rng(seed);
    const half = room + 2 * wall;
    for (const [axis, name] of ['x', 'y', 'z'].entries())
      for (const side of [-1, 1]) {
        const extents = [half, half, half];
        extents[axis] = wall;
        const position = [0, 0, 0];
        position[axis] = side * (room + wall);
        const [hx, hy, hz] = extents;
        this.world.add(box(hx, hy, hz), { type: 'static', name: `wall ${name} ${side}`, pose: { position } });
      }
    const lift = { type: 'kinematic', name: 'lift', pose: { position: [0, 0, -0.7] } } as const;
    this.world.add(box(0.3, 0.3, 0.05), lift);
    for (let k = 0; k < 4; k++) this.add();
  }

  step(): void {
    for (const [change, share] of Object.entries(changes) as [Change, number][]) {
      // A number is drawn even for a change that is left out, so that the other changes of the case stay the same.
      const isDue = this.rng.uniform() < share;
      if (isDue && !this.without.has(change)) this[change]();
    }
    this.world.step();
  }

  /** Describes a body whose origin is beyond a wall; null if there is none. */
  escaped(): string | null {
    for (const body of this.dynamicBodies()) {
      const { pose, velocity } = body;
      if (Math.max(...pose.subarray(0, 3).map(Math.abs)) > room + 2 * wall)
        return `${body.name} at ${[...pose.subarray(0, 3)]}, with ${velocity.linear}`;
    }
    return null;
  }

  private dynamicBodies(): RigidBody[] {
    return this.world.contents.filter(
      (handle): handle is RigidBody => handle instanceof RigidBody && handle.type === 'dynamic',
    );
  }

  private randomBody(): RigidBody | undefined {
    const dynamicBodies = this.dynamicBodies();
    return dynamicBodies[this.rng.index(Math.max(1, dynamicBodies.length))];
  }

  private vector(size: number): [number, number, number] {
    const { rng } = this;
    return [rng.uniform(-size, size), rng.uniform(-size, size), rng.uniform(-size, size)];
  }

  private shape(): Shape {
    const { rng } = this;
    const size = rng.uniform(0.02, 0.12);
    switch (rng.index(5)) {
      case 0:
        return box(size, size * rng.uniform(0.3, 1), size * rng.uniform(0.3, 1));
      case 1:
        return sphere(size);
      case 2:
        return capsule(0.3 * size, 2 * size);
      case 3:
        return cylinder(size, 0.3 * size);
      default:
        return ellipsoid(size, 0.7 * size, 0.5 * size);
    }
  }

  private add(): void {
    if (this.dynamicBodies().length > 12) return;
    const { rng } = this;
    this.world.add(this.shape(), {
      name: `body ${this.count++}`,
      density: 1000 * 10 ** rng.uniform(-1, 1),
      pose: { position: this.vector(room - 0.3), rotation: rng.rotation() },
      velocity: { linear: this.vector(3), angular: this.vector(10) },
    });
  }

  private remove(): void {
    this.randomBody()?.remove();
  }

  private throw(): void {
    const speed = 10 ** this.rng.uniform(1, 2.5);
    const direction = this.rng.direction();
    this.randomBody()?.setVelocity({ linear: direction.map((x) => x * speed), angular: this.vector(50) });
  }

  private push(): void {
    const body = this.randomBody();
    const point = this.vector(0.1);
    const force = this.vector(20);
    if (!body) return;
    const [x, y, z] = body.pose;
    const { mass } = body;
    body.applyForce(
      force.map((f) => f * mass),
      [x + point[0], y + point[1], z + point[2]],
    );
  }

  /** Moves the lift toward a point far from the walls, so that it rarely presses bodies against them. */
  private kinematic(): void {
    const lift = this.world.find('lift') as RigidBody;
    const target = this.vector(0.4);
    const time = this.rng.uniform(0.3, 1);
    lift.setVelocity({ linear: target.map((x, k) => (x - lift.pose[k]) / time), angular: this.vector(1) });
  }

  private sensor(): void {
    const gate = this.world.find('gate');
    if (gate) gate.remove();
    else this.world.add(sphere(0.5), { type: 'static', sensor: true, name: 'gate' });
  }

  private material(): void {
    const material = { friction: this.rng.uniform(), restitution: this.rng.uniform() };
    const body = this.randomBody();
    if (body) body.material = material;
  }

  private gravity(): void {
    this.world.gravity = this.vector(10);
  }

  private connect(): void {
    const [a, b] = [this.randomBody(), this.randomBody()];
    const { world, rng } = this;
    const lift = world.find('lift') as RigidBody;
    const choice = rng.uniform();
    // Only a rope that can break connects a body with the lift. Obstacles do not stop the lift, because it is kinematic, so with a rigid
    // joint it could pull a body through a wall.
    if (b && choice < 0.1) world.connect(lift, b, { ...randomJoint(rng, 'rope', lift, b), breakForce: 100 });
    else if (b && choice < 0.3) connectRandom(world, rng, 'world', b);
    else if (a && b && a !== b) connectRandom(world, rng, a, b);
  }

  /** Adds up to two hinges between bodies and the world, and couples two such hinges by a gear, if there are two. */
  private gear(): void {
    const { world, rng } = this;
    for (const body of [this.randomBody(), this.randomBody()])
      if (body) world.connect('world', body, randomJoint(rng, 'hinge', 'world', body));
    connectGear(world, rng);
  }

  private motor(): void {
    const joint = this.world.joints.find(({ kind }) => ['hinge', 'slider', 'cylindrical'].includes(kind));
    const velocity = this.rng.uniform(-5, 5);
    if (joint) joint.motor = joint.motor ? null : { velocity, maxForce: 10 };
  }

  private detach(): void {
    this.world.joints.at(-1)?.remove();
  }

  /** Continues in a copy of the world, which must have the same hash and the same joints. */
  private snapshot(): void {
    const readings = ({ joints }: World): string =>
      JSON.stringify(joints.map(({ name, kind, motor, force, torque }) => [name, kind, motor, force, torque]));
    const again = World.restore(this.world.snapshot());
    if (again.hash() !== this.world.hash()) throw new Error('a restored world has another state');
    if (readings(again) !== readings(this.world)) throw new Error('a restored world has other joints');
    this.world = again;
  }

  /** Makes a few steps, loads the saved state, and makes the same steps again: the states must be equal. */
  private save(): void {
    const { world } = this;
    const saved = world.save();
    const { length } = world.joints;
    for (let k = 0; k < 3; k++) world.step();
    const first = world.hash();
    // A broken joint is removed, and a world with other joints cannot load the saved state.
    if (world.joints.length < length) return;
    world.load(saved);
    for (let k = 0; k < 3; k++) world.step();
    if (world.hash() !== first) throw new Error('after load, the steps have other bits');
  }
}

/** Fewer steps and changes. */
function* simplify(item: WorldCase): Generator<WorldCase> {
  const { steps, without } = item;
  if (steps > 1) yield { ...item, steps: steps >> 1 };
  for (const change of Object.keys(changes) as Change[])
    if (!without.includes(change)) yield { ...item, without: [...without, change] };
  if (steps > 1) yield { ...item, steps: steps - 1 };
}

function writeRepro(item: WorldCase, found: readonly Failure[], { seed, case: number }: Origin): string {
  return [
    `// Found by \`npm run fuzz -- worlds --seed ${seed} --case ${number}\`: ${found[0].kind}.`,
    `// ${found[0].detail.split('\n')[0]}`,
    `// The changes of the world are in bench/src/fuzz/worlds.ts: ${JSON.stringify(item)}`,
    '',
  ].join('\n');
}

// Scenes of rigid bodies for all simulators: one description, which every adapter reads.
import { box, type Convex, convex, type Shape } from 'proximal';
import { compose, fromAxisAngle, type Pose, Rng, transformPoint } from 'proximal/math';
import { makeSimulation, type Simulation } from 'proximal/sim';

/** A convex body that moves, in meters and kilograms. */
export interface MovingBody {
  readonly shape: Shape;
  readonly mass: number;
  readonly pose: Pose;
}

/** A ball joint between two bodies, which do not collide with each other. The joints of a scene form trees. */
export interface BallJoint {
  /** Numbers of bodies. `b` is later in the list, and has no other joint with an earlier body. */
  readonly a: number;
  readonly b: number;
  /** In world coordinates, at the initial poses. */
  readonly anchor: readonly [number, number, number];
}

/** A body of boxes that rotates at a constant velocity about the axis y through its origin, unaffected by contacts. */
export interface Drum {
  readonly boxes: readonly { readonly half: readonly [number, number, number]; readonly pose: Pose }[];
  readonly position: readonly [number, number, number];
  /** In rad/s. */
  readonly speed: number;
}

export interface BodyScene {
  readonly name: string;
  readonly bodies: readonly MovingBody[];
  readonly joints?: readonly BallJoint[];
  readonly drum?: Drum;
  /** Whether bodies at rest may sleep, by the default rules of each simulator. Default false. */
  readonly sleeps?: boolean;
  readonly friction: number;
  readonly timeStep: number;
  readonly steps: number;
}

const timeStep = 1 / 240;

/** The moving bodies of a simulation on a floor. Their default density is 1000 kg/m³. */
export function sceneOf(name: string, simulation: Simulation, seconds: number): BodyScene {
  const { friction = 0.7, timeStep: step = timeStep } = simulation.options;
  const bodies = simulation.bodies
    .filter((body) => !body.static)
    .map(({ shape, mass, pose }) => {
      const convexShape = shape as Shape;
      return { shape: convexShape, mass: mass ?? 1000 * convexShape.massProperties().volume, pose };
    });
  return {
    name,
    bodies,
    friction: friction as number,
    timeStep: step,
    steps: Math.round(seconds / step),
  };
}

/** The scenes that are compared, by name. They simulate the given seconds; some have a shorter limit of their own. */
export const bodyScenes: Readonly<Record<string, (seed: number, seconds: number) => BodyScene>> = {
  polytopes: (seed, seconds) => sceneOf('polytopes', makeSimulation('polytopes', { seed }), seconds),
  wall: (seed, seconds) => sceneOf('wall', makeSimulation('wall', { seed }), seconds),
  heap: (seed, seconds) => sceneWith('heap', Math.min(seconds, 3), { bodies: boxHeap(new Rng(seed)) }),
  ragdolls: (seed, seconds) => sceneWith('ragdolls', Math.min(seconds, 3), ragdolls(new Rng(seed))),
  drum: (seed, seconds) => sceneWith('drum', Math.min(seconds, 4), hullsInDrum(new Rng(seed))),
  sleeping: (seed, seconds) => sceneWith('sleeping', seconds, { bodies: piles(new Rng(seed), 500), sleeps: true }),
};

/** Bodies that fall and settle in separate piles of ten, for any number of bodies. */
export function crowdOf(count: number, seed: number, seconds: number): BodyScene {
  return sceneWith(`${count} bodies`, seconds, { bodies: piles(new Rng(seed), count) });
}

function sceneWith(
  name: string,
  seconds: number,
  content: Pick<BodyScene, 'bodies' | 'joints' | 'drum' | 'sleeps'>,
): BodyScene {
  return { name, friction: 0.5, timeStep, steps: Math.round(seconds / timeStep), ...content };
}

function randomBox(rng: Rng, low: number, high: number): MovingBody['shape'] {
  return box(rng.uniform(low, high), rng.uniform(low, high), rng.uniform(low, high));
}

function bodyAt(shape: Shape, pose: Pose): MovingBody {
  return { shape, mass: 1000 * shape.massProperties().volume, pose };
}

function jittered(rng: Rng, position: readonly number[], by: number): Pose {
  return compose({ position: position.map((x) => x + rng.uniform(-by, by)) }, { rotation: rng.rotation() });
}

/** A thousand boxes of 10 to 20 cm that fall onto each other, ten layers of ten by ten. */
function boxHeap(rng: Rng): MovingBody[] {
  return Array.from({ length: 1000 }, (_, k) => {
    const [column, row, layer] = [k % 10, Math.floor(k / 10) % 10, Math.floor(k / 100)];
    const position = [0.36 * (column - 4.5), 0.36 * (row - 4.5), 0.25 + 0.36 * layer];
    return bodyAt(randomBox(rng, 0.05, 0.1), jittered(rng, position, 0.005));
  });
}

/** Piles of ten boxes on a grid, in layers of two by two. */
function piles(rng: Rng, count: number): MovingBody[] {
  const side = Math.ceil(Math.sqrt(count / 10));
  return Array.from({ length: count }, (_, k) => {
    const [pile, slot] = [Math.floor(k / 10), k % 10];
    const [column, row] = [pile % side, Math.floor(pile / side)];
    const position = [
      1.5 * (column - (side - 1) / 2) + 0.11 * ((slot % 2) * 2 - 1),
      1.5 * (row - (side - 1) / 2) + 0.11 * ((Math.floor(slot / 2) % 2) * 2 - 1),
      0.12 + 0.22 * Math.floor(slot / 4),
    ];
    return bodyAt(randomBox(rng, 0.06, 0.1), compose({ position }, fromAxisAngle([0, 0, 1], rng.uniform(-0.1, 0.1))));
  });
}

/** The boxes of a doll that lies on its back, in its frame: half extents, center, and the joint to `parent`, by default the box before. */
const doll: readonly {
  readonly half: readonly [number, number, number];
  readonly center: readonly [number, number, number];
  readonly parent?: number;
  readonly anchor?: readonly [number, number, number];
}[] = [
  { half: [0.18, 0.28, 0.1], center: [0, 0, 0] },
  { half: [0.09, 0.1, 0.09], center: [0, 0.42, 0], parent: 0, anchor: [0, 0.3, 0] },
  ...[-1, 1].flatMap((side) => [
    { half: [0.14, 0.05, 0.05], center: [side * 0.36, 0.22, 0], parent: 0, anchor: [side * 0.2, 0.22, 0] } as const,
    { half: [0.14, 0.04, 0.04], center: [side * 0.66, 0.22, 0], anchor: [side * 0.51, 0.22, 0] } as const,
    { half: [0.07, 0.19, 0.07], center: [side * 0.1, -0.5, 0], parent: 0, anchor: [side * 0.1, -0.3, 0] } as const,
    { half: [0.05, 0.19, 0.05], center: [side * 0.1, -0.9, 0], anchor: [side * 0.1, -0.7, 0] } as const,
  ]),
];

/** A hundred dolls of ten boxes, in four layers of five by five. */
function ragdolls(rng: Rng): Pick<BodyScene, 'bodies' | 'joints'> {
  const bodies: MovingBody[] = [];
  const joints: BallJoint[] = [];
  for (let k = 0; k < 100; k++) {
    const [column, row, layer] = [k % 5, Math.floor(k / 5) % 5, Math.floor(k / 25)];
    const lean = fromAxisAngle(rng.direction(), rng.uniform(0, 0.3));
    const frame = compose({ position: [2 * (column - 2), 2.2 * (row - 2), 0.8 + 1.1 * layer] }, lean);
    const first = bodies.length;
    for (const { half, center, parent, anchor } of doll) {
      const index = bodies.length;
      bodies.push(bodyAt(box(...half), compose(frame, { position: center })));
      // A lower limb is joined to the upper one, which is the body before it.
      if (anchor)
        joints.push({
          a: parent === undefined ? index - 1 : first + parent,
          b: index,
          anchor: anchorAt(frame, anchor),
        });
    }
  }
  return { bodies, joints };
}

function anchorAt(frame: Pose, point: readonly [number, number, number]): [number, number, number] {
  const [x, y, z] = transformPoint(frame, point);
  return [x, y, z];
}

/** Three hundred hulls of 8 to 20 vertices and 16 to 25 cm in a drum of twelve slabs and two lids, which turns once in 6.3 s. */
function hullsInDrum(rng: Rng): Pick<BodyScene, 'bodies' | 'drum'> {
  const position = [0, 0, 3] as const;
  const slabs = Array.from({ length: 12 }, (_, k) => ({
    half: [0.5, 0.9, 0.1] as const,
    pose: compose(fromAxisAngle([0, 1, 0], (k * Math.PI) / 6), { position: [0, 0, 1.7] }),
  }));
  const lids = [-1, 1].map((side) => ({
    half: [1.9, 0.1, 1.9] as const,
    pose: compose({ position: [0, 0.95 * side, 0] }, {}),
  }));
  const bodies = Array.from({ length: 300 }, (_, k) => {
    const [column, row, layer] = [k % 7, Math.floor(k / 7) % 6, Math.floor(k / 42)];
    const start = [0.27 * (column - 3), 0.27 * (row - 2.5), position[2] - 1.1 + 0.27 * layer];
    return bodyAt(polytope(rng, 0.23), jittered(rng, start, 0.005));
  });
  return { bodies, drum: { boxes: [...slabs, ...lids], position, speed: 1 } };
}

/** Points on an ellipsoid, so that each is a vertex. */
function polytope(rng: Rng, diameter: number): Convex {
  const axes = [0, 1, 2].map(() => (diameter / 2) * rng.uniform(0.7, 1.1));
  const points = Array.from({ length: 8 + rng.index(13) }, () => rng.direction().map((x, k) => axes[k] * x));
  return convex(points.flat());
}

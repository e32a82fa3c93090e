// Queries of triangle meshes: a mug, as a mesh and as its hull, against a gripper at several poses; the mug against its copy; and the mug against
// points. Compared with three-mesh-bvh, FCL and Bullet. All answers are checked against brute force or against each other before anything is timed.
import { convex } from 'proximal';
import { createPointDistanceBatch, Scene, type TriangleMesh } from 'proximal/scene';
import { defineBenchmark, seed, whole } from '../harness/benchmark.ts';
import { type Section, short, type Target } from '../harness/page.ts';
import { block, measureInTurns, type Summary, summarize, type Timed } from '../harness/timer.ts';
import { type Checks, checkGripper, checkMeshes, checkPoints } from './check.ts';
import { NativeLibraries } from './native.ts';
import {
  gripper,
  gripperPoses,
  kindCount,
  type MeshData,
  meshOf,
  meshPoses,
  moveTo,
  mug,
  type Poses,
  pointsAround,
  sceneOf,
} from './problems.ts';
import { openThree, type ThreeQueries } from './three.ts';

export const meshBenchmark = defineBenchmark({
  name: 'mesh',
  title: 'queries of a mug as a mesh and as its hull, compared with three-mesh-bvh, FCL and Bullet',
  options: { rounds: whole(3, 1000), seed, poses: whole(1, 1000), checked: whole(1, 1000) },
  full: { rounds: 7, seed: 1, poses: 50, checked: 50, meshes: 5, points: 2000 },
  quick: { rounds: 3, checked: 2, points: 500 },
  seconds: { quick: 3, full: 25 },
  async measure({ rounds, seed: start, poses: count, checked, meshes, points: pointCount, isQuick }) {
    const data = mug();
    const mesh = meshOf(data);
    const poses = gripperPoses(mesh, count, start);
    const others = meshPoses(meshes, start);
    const points = pointsAround(mesh, pointCount, start);
    const three = await openThree(data, poses, others, points);
    const [forGripper, forMeshes] = [new NativeLibraries(), new NativeLibraries()];
    try {
      await forGripper.start(data, poses, true);
      await forMeshes.start(data, others, false);
      for (const reason of forGripper.skipped) console.log(`Skipped: ${reason}`);
      const checks: Checks[] = [];
      const tasks = [
        ...(await gripperTasks(data, mesh, poses, checked, three, forGripper, checks)),
        ...(await meshTasks(mesh, others, checked, three, forMeshes, checks, isQuick)),
        pointTask(mesh, points, checked, three, checks),
      ];
      const rows: Row[] = [];
      for (const task of tasks) rows.push(...(await timeTask(task, rounds)));
      return { object: data.name, triangles: mesh.partCount, rows, checks };
    } finally {
      forGripper.remove();
      forMeshes.remove();
    }
  },
  targets: ({ rows, checks }) => [...ratioTargets(rows), ...checks.map(targetOf)],
  page: ({ object, triangles, rows, checks }, _targets, { poses, rounds, meshes, points }) => ({
    title: 'Meshes',
    intro: `A gripper of ${gripper.length} boxes at ${poses} poses, distant, close, touching, inside and over the rim, against a ${object} of ${triangles} triangles; the mesh against its copy at ${meshes} poses, and against ${points} points; contenders in turn for ${rounds} rounds. Our time includes setting the poses of the gripper's boxes; its pairs start from their last result, whose pose was far away. The other libraries have prepared transforms. three-mesh-bvh has 32-bit numbers, a box for Boolean queries, and unsigned distances of points; its distances of the gripper are timed at one pose of each kind. An overlap has no distance in the other libraries.`,
    sections: [timeSection(rows), checkSection(checks)],
  }),
});

/** Contenders that are compared with each other; ours is the first. */
interface Task {
  readonly name: string;
  readonly contenders: readonly (Timed & { readonly name: string })[];
}

interface Row extends Summary {
  readonly task: string;
  readonly who: string;
  /** The time divided by ours, from the ratio of every round. */
  readonly ratio: Summary;
}

const ours = 'proximal, mesh';
const hullName = 'proximal, hull';
/** Milliseconds that each contender runs before it is timed. */
const warmUpTime = 60;
/** The largest wanted ratio of the time of a query against the mesh to the time of a query against its hull. */
const maxRatio = 5;

/** The distance and the Boolean query of the gripper. */
async function gripperTasks(
  data: MeshData,
  mesh: TriangleMesh,
  poses: Poses,
  checked: number,
  three: ThreeQueries,
  native: NativeLibraries,
  checks: Checks[],
): Promise<Task[]> {
  const count = gripper.length * poses.length;
  const timedCount = Math.min(count, kindCount * gripper.length);
  const scenes = [
    { name: ours, ...sceneOf(mesh) },
    { name: hullName, ...sceneOf(convex(data.vertices)) },
  ];
  const pass = ({ parts, pairs }: (typeof scenes)[0], isBoolean: boolean): number[] =>
    poses.flatMap((pose) => {
      moveTo(parts, pose);
      return pairs.map((pair) => (isBoolean ? Number(pair.collide()) : pair.distance().distance));
    });
  const distances = pass(scenes[0], false);
  const hits = pass(scenes[0], true);
  const fromNative = await native.contenders('distance', count);
  const hitsOfNative = await native.contenders('collide', count);
  const others = [
    { name: 'three-mesh-bvh', values: three.gripperDistance(Math.min(count, checked * kindCount * gripper.length)) },
    ...fromNative,
  ];
  const otherHits = [{ name: 'three-mesh-bvh', values: three.gripperCollide().map(Number) }, ...hitsOfNative];
  checks.push(...checkGripper(mesh, poses, checked, distances, hits, others, otherHits));
  const ourContenders = (isBoolean: boolean) =>
    scenes.map((scene) => block(scene.name, count, () => void pass(scene, isBoolean)));
  return [
    {
      name: 'gripper, signed distance',
      contenders: [
        ...ourContenders(false),
        // A query of three-mesh-bvh takes milliseconds, so it is timed at one pose of each kind.
        block('three-mesh-bvh', timedCount, () => void three.gripperDistance(timedCount)),
        ...fromNative.map(({ name, timed }) => ({ name, ...timed })),
      ],
    },
    {
      name: 'gripper, Boolean',
      contenders: [
        ...ourContenders(true),
        block('three-mesh-bvh', count, () => void three.gripperCollide()),
        ...hitsOfNative.map(({ name, timed }) => ({ name, ...timed })),
      ],
    },
  ];
}

/** The distance and the Boolean query of the mesh with a copy of itself. */
async function meshTasks(
  mesh: TriangleMesh,
  poses: Poses,
  checked: number,
  three: ThreeQueries,
  native: NativeLibraries,
  checks: Checks[],
  isQuick: boolean,
): Promise<Task[]> {
  const scene = new Scene({ margin: 10 });
  scene.add(mesh, {}, { static: true });
  const other = scene.add(mesh, {});
  const [pair] = scene.pairs();
  const pass = (isBoolean: boolean): number[] =>
    poses.map((pose) => {
      other.setPose(pose);
      return isBoolean ? Number(pair.collide()) : pair.distance().distance;
    });
  const fromNative = await native.contenders('distance', poses.length);
  const hitsOfNative = await native.contenders('collide', poses.length);
  // The distance of two meshes takes three-mesh-bvh a second: not in a quick run.
  const others = [...(isQuick ? [] : [{ name: 'three-mesh-bvh', values: three.meshDistance() }]), ...fromNative];
  const otherHits = [{ name: 'three-mesh-bvh', values: three.meshCollide().map(Number) }, ...hitsOfNative];
  checks.push(...checkMeshes(mesh, poses, Math.floor(checked / 10), pass(false), pass(true), others, otherHits));
  return [
    {
      name: 'two meshes, distance',
      contenders: [
        block(ours, poses.length, () => void pass(false)),
        ...(isQuick ? [] : [block('three-mesh-bvh', poses.length, () => void three.meshDistance())]),
        ...fromNative.map(({ name, timed }) => ({ name, ...timed })),
      ],
    },
    {
      name: 'two meshes, Boolean',
      contenders: [
        block(ours, poses.length, () => void pass(true)),
        block('three-mesh-bvh', poses.length, () => void three.meshCollide()),
        ...hitsOfNative.map(({ name, timed }) => ({ name, ...timed })),
      ],
    },
  ];
}

function pointTask(
  mesh: TriangleMesh,
  points: Float64Array,
  checked: number,
  three: ThreeQueries,
  checks: Checks[],
): Task {
  const out = createPointDistanceBatch(points.length / 3);
  mesh.signedDistanceBatch(points, out);
  checks.push(...checkPoints(mesh, points, 10 * checked, out, three.points()));
  return {
    name: 'points, signed distance',
    contenders: [
      block(ours, out.count, () => void mesh.signedDistanceBatch(points, out)),
      block('three-mesh-bvh', out.count, () => void three.points()),
    ],
  };
}

async function timeTask({ name, contenders }: Task, rounds: number): Promise<Row[]> {
  // WebAssembly and JavaScript start as slow baseline code.
  for (const { run } of contenders) {
    const end = performance.now() + warmUpTime;
    do await run(1);
    while (performance.now() < end);
  }
  const samples = await measureInTurns(contenders, rounds);
  return contenders.map(({ name: who }, c) => ({
    task: name,
    who,
    ...summarize(samples[c]),
    ratio: summarize(samples[c].map((time, round) => time / samples[0][round])),
  }));
}

function ratioTargets(rows: readonly Row[]): Target[] {
  return rows
    .filter(({ who }) => who === hullName)
    .map(({ task, ratio }) => ({
      what: `${task}: time against the mesh / against its hull`,
      wanted: `at most ${maxRatio}`,
      found: short(1 / ratio.median),
      isMet: 1 / ratio.median <= maxRatio,
    }));
}

function targetOf({ name, compared, wrong }: Checks): Target {
  return {
    what: `${name}: wrong answers`,
    wanted: '0',
    found: compared > 0 ? `${wrong} of ${compared}` : 'nothing compared',
    isMet: name.startsWith('proximal') && compared > 0 ? wrong === 0 : null,
  };
}

function timeSection(rows: readonly Row[]): Section {
  return {
    title: 'Microseconds per query',
    note: 'In brackets the range of 80 % of the rounds; the last column is the time divided by ours.',
    head: ['query', 'library', 'µs', 'time / ours'],
    rows: rows.map(({ task, who, median, low, high, ratio }) => [
      task,
      who,
      `${short(median / 1000)} [${short(low / 1000)}–${short(high / 1000)}]`,
      short(ratio.median),
    ]),
  };
}

function checkSection(checks: readonly Checks[]): Section {
  return {
    title: 'Answers',
    note: 'Our distances, and our Boolean answers for the gripper, are compared with brute force over all triangles at some of the poses; our Boolean answers for two meshes are compared with our distances, and the answers of other libraries with ours.',
    head: ['library and query', 'compared', 'wrong', 'largest difference, m'],
    rows: checks.map(({ name, compared, wrong, largest }) => [
      name,
      String(compared),
      String(wrong),
      largest === null ? '—' : largest.toExponential(1),
    ]),
  };
}

// Planning problems of MotionBenchMaker, or generated problems where the data is absent.
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { box, capsule, cylinder } from 'proximal';
import { type Model, ModelBuilder, randomConfiguration } from 'proximal/dynamics';
import { loadSrdf, loadUrdf } from 'proximal/io';
import { compose, Rng } from 'proximal/math';
import { RobotCell } from 'proximal/planning';
import { Scene } from 'proximal/scene';

/** A cell with a start and a goal. */
export interface Problem {
  readonly scenario: string;
  readonly cell: RobotCell;
  readonly start: Float64Array;
  readonly goal: Float64Array;
}

export interface ProblemSet {
  readonly robot: string;
  readonly geometry: 'exact' | 'spheres';
  /** The frame whose pose is the target of inverse kinematics. */
  readonly frame: string;
  readonly problems: readonly Problem[];
}

interface Obstacle {
  readonly name: string;
  readonly type: 'box' | 'cylinder';
  readonly dimensions: readonly number[];
  readonly position: readonly number[];
  readonly orientation: readonly number[];
  readonly objectPose?: { readonly position: readonly number[]; readonly orientation: readonly number[] };
}

/** A problem of `problems.json`. */
export interface Description {
  readonly start: readonly number[];
  readonly goal: readonly number[];
  readonly obstacles: readonly Obstacle[];
}

export const folder = fileURLToPath(new URL('../../../../shared/data/planning/', import.meta.url));

/** The first problems of every scenario of each robot; generated problems where the data is absent. */
export async function problemSets(perScenario: number): Promise<ProblemSet[]> {
  if (existsSync(folder)) {
    const sets: ProblemSet[] = [];
    for (const geometry of ['exact', 'spheres'] as const)
      for (const robot of ['panda', 'ur5']) sets.push(await published(robot, geometry, perScenario));
    return sets;
  }
  console.log(`The problems of MotionBenchMaker are skipped: ${folder} does not exist.`);
  return [generated(perScenario, 'exact'), generated(perScenario, 'spheres')];
}

async function published(robot: string, geometry: ProblemSet['geometry'], perScenario: number): Promise<ProblemSet> {
  const own = `${folder}${robot}/`;
  const srdf = await loadSrdf(`${own}${robot}.srdf`);
  // VAMP's own spheres, which differ from covers of the meshes.
  const file = `${own}${robot}${geometry === 'spheres' ? '_spherized' : ''}.urdf`;
  const model = await loadUrdf(file, { packages: { meshes: `${own}meshes` }, srdf });
  const scenarios: Record<string, Description[]> = JSON.parse(readFileSync(`${own}problems.json`, 'utf8'));
  const problems = Object.entries(scenarios).flatMap(([scenario, list]) =>
    list.slice(0, perScenario).map(({ start, goal, obstacles }): Problem => {
      const cell = new RobotCell({ model, scene: sceneOf(obstacles), geometry });
      return { scenario, cell, start: Float64Array.from(start), goal: Float64Array.from(goal) };
    }),
  );
  return { robot, geometry, frame: robot === 'panda' ? 'panda_hand' : 'ee_link', problems };
}

function sceneOf(obstacles: readonly Obstacle[]): Scene {
  const scene = new Scene();
  for (const { name, type, dimensions, position, orientation, objectPose } of obstacles) {
    const [first, second, third] = dimensions;
    const shape = type === 'box' ? box(first / 2, second / 2, third / 2) : cylinder(second, first / 2);
    const pose = { position, rotation: orientation };
    const outer = objectPose ? { position: objectPose.position, rotation: objectPose.orientation } : {};
    scene.add(shape, compose(outer, pose), { name });
  }
  return scene;
}

/** An arm of six links among random boxes, from one free configuration to another. */
function generated(count: number, geometry: ProblemSet['geometry']): ProblemSet {
  const model = armOf(6);
  const problems: Problem[] = [];
  for (let seed = 1; problems.length < count; seed++) {
    const rng = new Rng(seed);
    const scene = new Scene();
    for (let k = 0; k < 8; k++) {
      const [x, y] = [rng.uniform(-0.9, 0.9), rng.uniform(-0.9, 0.9)];
      const size = [0, 1, 2].map(() => rng.uniform(0.03, 0.2)) as [number, number, number];
      scene.add(box(...size), { position: [x, y, rng.uniform(0, 1)], rotation: rng.rotation() }, { name: `box ${k}` });
    }
    const cell = new RobotCell({ model, scene, geometry });
    const [start, goal] = [randomConfiguration(model, rng), randomConfiguration(model, rng)];
    if (cell.isFree(start) && cell.isFree(goal)) problems.push({ scenario: 'boxes', cell, start, goal });
  }
  return { robot: 'generated arm', geometry, frame: 'link5', problems };
}

function armOf(links: number): Model {
  const builder = new ModelBuilder();
  for (let k = 0; k < links; k++) {
    const child = `link${k}`;
    builder
      .link(child, { mass: 1, inertia: [0.01, 0.01, 0.01] })
      .joint(`joint${k}`, {
        kind: 'revolute',
        parent: k === 0 ? 'world' : `link${k - 1}`,
        child,
        placement: { position: [0, 0, k === 0 ? 0.1 : 0.2] },
        axis: k % 2 === 0 ? [0, 0, 1] : [0, 1, 0],
        lower: -2.5,
        upper: 2.5,
      })
      .geometry(child, { shape: capsule(0.04, 0.06), pose: { position: [0, 0, 0.1] } });
  }
  return builder.build();
}

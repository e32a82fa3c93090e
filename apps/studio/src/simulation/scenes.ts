// The built-in scenes: the library's, and those of the studio.
import { type ContactSolver, contactSolvers } from 'proximal/contact';
import { makeSimulation, type Simulation, simulationScenes } from 'proximal/sim';
import { type RobotName, robotTitles } from '../model/planning.ts';

interface StudioScene {
  readonly name: string;
  readonly title: string;
}

const everyModel: StudioScene = { name: 'every-model', title: 'A sliding cube under every contact model' };

/** Scenes with a controller; the worker makes them (controlled-scenes.ts). */
export const swingUpScene: StudioScene = { name: 'swing-up', title: 'Swing-up of a pendulum and a cart-pole' };
export const soloScene: StudioScene = { name: 'solo-walks', title: 'Solo walks' };
export const throwScene: StudioScene = { name: 'arm-throw', title: 'An arm throws a ball' };
export const lineScene: StudioScene = { name: 'line-push', title: 'A box is pushed along a line' };
export const handScene: StudioScene = { name: 'hand-turn', title: 'A hand turns a ball' };

const heldPrefix = 'held-';

/** The name of the scene in which a robot of the gallery is held by PD control. */
export function heldSceneName(robot: RobotName): string {
  return `${heldPrefix}${robot}`;
}

/** The robot of such a scene; null for other scenes. */
export function heldRobot(scene: string): string | null {
  return scene.startsWith(heldPrefix) ? scene.slice(heldPrefix.length) : null;
}

const heldScenes = Object.entries(robotTitles).map(([robot, title]): StudioScene => {
  return { name: heldSceneName(robot as RobotName), title: `${title}, held by PD control` };
});

export function scenes(): readonly StudioScene[] {
  return [everyModel, ...heldScenes, soloScene, swingUpScene, throwScene, lineScene, handScene, ...simulationScenes()];
}

export function isEveryModel(scene: string): boolean {
  return scene === everyModel.name;
}

/** A scene by its name; throws with the known names if there is none. */
export function sceneOf(name: string): Simulation {
  return isEveryModel(name) ? obliqueCube() : makeSimulation(name);
}

/** A cube that slides in a direction between the normals and the edges of a friction pyramid, which shows the pyramid's anisotropy. */
function obliqueCube(): Simulation {
  const scene = makeSimulation('sliding-cube');
  const angle = Math.PI / 8;
  const bodies = scene.bodies.map((body) => {
    const speed = Math.hypot(...body.velocity);
    return { ...body, velocity: [speed * Math.sin(angle), speed * Math.cos(angle), 0] };
  });
  return { ...scene, title: everyModel.title, bodies };
}

/** One solver for each contact model. `ccp-newton`, MuJoCo's method, counts as a model of its own, since its contacts are soft. */
export function solversOfContactModels(): readonly ContactSolver[] {
  const names = ['lcp-pgs', 'ccp-pgs', 'ccp-newton', 'raisim', 'ncp-pgs'];
  return names.flatMap((name) => contactSolvers().filter((solver) => solver.name === name));
}

const modelTitles: Readonly<Record<string, string>> = { lcp: 'LCP', ccp: 'CCP', raisim: 'RaiSim', ncp: 'NCP' };

/** The name of a solver's model. */
export function contactModelTitle({ name, model }: ContactSolver): string {
  return name === 'ccp-newton' ? 'MuJoCo' : modelTitles[model];
}

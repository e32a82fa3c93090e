// The scenes to choose from: the library's own, and one that the studio puts together.
import { type ContactSolver, contactSolvers } from 'proximal/contact';
import { makeSimulation, type Simulation, simulationScenes } from 'proximal/sim';

interface StudioScene {
  readonly name: string;
  readonly title: string;
}

const everyModel: StudioScene = { name: 'every-model', title: 'A sliding cube under every contact model' };

export function scenes(): readonly StudioScene[] {
  return [everyModel, ...simulationScenes()];
}

export function isEveryModel(scene: string): boolean {
  return scene === everyModel.name;
}

/** A scene by its name; throws with the names that there are. */
export function sceneOf(name: string): Simulation {
  return isEveryModel(name) ? askewCube() : makeSimulation(name);
}

/** Between the facets of a pyramid of friction and its edges: a cube that slides there shows what a pyramid does. */
function askewCube(): Simulation {
  const scene = makeSimulation('sliding-cube');
  const angle = Math.PI / 8;
  const bodies = scene.bodies.map((body) => {
    const speed = Math.hypot(...body.velocity);
    return { ...body, velocity: [speed * Math.sin(angle), speed * Math.cos(angle), 0] };
  });
  return { ...scene, title: everyModel.title, bodies };
}

/** A solver for each model of contact; MuJoCo's is a model of its own, for it softens the contacts. */
export function solversOfModels(): readonly ContactSolver[] {
  const names = ['lcp-pgs', 'ccp-pgs', 'ccp-newton', 'raisim', 'ncp-pgs'];
  return names.flatMap((name) => contactSolvers().filter((solver) => solver.name === name));
}

const modelTitles: Readonly<Record<string, string>> = { lcp: 'LCP', ccp: 'CCP', raisim: 'RaiSim', ncp: 'NCP' };

/** The name of a solver's model. */
export function modelTitle({ name, model }: ContactSolver): string {
  return name === 'ccp-newton' ? 'MuJoCo' : modelTitles[model];
}

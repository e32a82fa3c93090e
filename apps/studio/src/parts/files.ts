// Opens dropped or chosen files, by the extension of their names; the library reports invalid content.
import { importProblem, viewState } from '../model/document.ts';
import { takeSimulation } from '../simulation/session.ts';
import { takeMesh } from './body-panel.tsx';
import { showError, showMessage } from './message.ts';

const isMesh = ({ name }: File): boolean => /\.(obj|stl|ply|glb|gltf|dae)$/i.test(name);

const isRobot = ({ name }: File): boolean => /\.(urdf|xml|mjcf)$/i.test(name);

/**
 * Opens problem files, simulation files, robots with the meshes beside them, and meshes. A robot is simulated; in the view Robots, it is moved, and in
 * the view Planning, its motions are planned. A mesh becomes body B, or A if `isForA`; in the view Parts, it is decomposed.
 */
export async function takeFiles(files: readonly File[], isForA = false): Promise<void> {
  const [first] = files;
  if (!first) return;
  const isSimulation = await Promise.all(files.map(holdsSimulation));
  if (files.some(isRobot) && viewState.value.view === 'robots') {
    const { takeRobot } = await import('../robots/session.ts');
    await takeRobot(files);
  } else if (files.some(isRobot) && viewState.value.view === 'planning') {
    const { takeRobot } = await import('../planning/session.ts');
    await takeRobot(files);
  } else if (files.some(isRobot) || isSimulation.includes(true)) await takeSimulation(files);
  else if (/\.json$/i.test(first.name)) await takeProblem(first);
  else if (isMesh(first) && viewState.value.view === 'parts') {
    const { takePartsMesh } = await import('../decomposition/session.ts');
    await takePartsMesh(first);
  } else if (isMesh(first)) await takeMesh(isForA ? 'a' : 'b', first);
  else
    showError(
      first.name,
      new RangeError('the page opens .json, .obj, .stl, .ply, .glb, .gltf, .dae, .urdf, .xml and .mjcf'),
    );
}

/** Whether a JSON file names the format of simulations; the library checks its content later. */
async function holdsSimulation(file: File): Promise<boolean> {
  return /\.json$/i.test(file.name) && /"format"\s*:\s*"proximal-simulation"/.test(await file.text());
}

async function takeProblem(file: File): Promise<void> {
  try {
    importProblem(await file.text());
    showMessage(`${file.name} is open.`);
  } catch (error) {
    showError(file.name, error);
  }
}

// One scene, all simulators.
import { cannon } from './cannon.ts';
import { crashcat } from './crashcat.ts';
import { type BodyScene, type Engine, own } from './engine.ts';
import { jolt } from './jolt.ts';
import { mujoco } from './mujoco.ts';
import { rapier } from './rapier.ts';
import { type SceneResult, takeTurns, turn } from './turns.ts';

export async function compare(scene: BodyScene): Promise<SceneResult> {
  const engines = await enginesOf(scene);
  // Code that is not yet compiled must not count: everyone has run for a while, on bodies of its own.
  for (const engine of await enginesOf(scene)) for (let k = 0; k < 2 * turn; k++) engine.step();
  return takeTurns(scene, engines);
}

/** Ours first. */
async function enginesOf(scene: BodyScene): Promise<Engine[]> {
  const others = [rapier, crashcat, mujoco, jolt, cannon];
  return [own(scene), ...(await Promise.all(others.map((engine) => engine(scene))))];
}

// One scene, all simulators: they take turns of a fraction of a second each, so that what disturbs one disturbs all.
import { quantile } from '../measure.ts';
import { crashcat } from './crashcat.ts';
import { type BodyScene, type Engine, own } from './engine.ts';
import { jolt } from './jolt.ts';
import { Judge } from './judge.ts';
import { mujoco } from './mujoco.ts';
import { rapier } from './rapier.ts';

export interface ContenderResult {
  readonly name: string;
  /** Per step, over the whole run. */
  readonly milliseconds: number;
  /** Its time over ours: the median over the turns. */
  readonly ratio: number;
  /** The deepest overlap after any turn, and of the last second, in metres. */
  readonly deepest: number;
  readonly deepestAtEnd: number;
  /** In joules. */
  readonly kineticEnergy: number;
  readonly remark: string;
}

export interface SceneResult {
  readonly name: string;
  readonly contenders: readonly ContenderResult[];
}

/** Steps in a turn. */
const turn = 24;

export async function compare(scene: BodyScene): Promise<SceneResult> {
  const engines = await enginesOf(scene);
  // Code that is not yet compiled must not count: everyone has run for a while, on bodies of its own.
  for (const engine of await enginesOf(scene)) for (let k = 0; k < 2 * turn; k++) engine.step();
  const judge = new Judge(scene);
  const turns = Math.round(scene.steps / turn);
  const times: number[][] = engines.map(() => []);
  const depths: number[][] = engines.map(() => []);
  for (let round = 0; round < turns; round++) {
    for (let each = 0; each < engines.length; each++) {
      const k = (each + round) % engines.length;
      const start = performance.now();
      for (let step = 0; step < turn; step++) engines[k].step();
      times[k].push((performance.now() - start) / turn);
      depths[k].push(judge.penetration(engines[k]));
    }
  }
  const perSecond = Math.round(1 / (turn * scene.timeStep));
  const contenders = engines.map((engine, k) => ({
    name: engine.name,
    milliseconds: times[k].reduce((sum, time) => sum + time, 0) / turns,
    ratio: quantile(
      times[k].map((time, round) => time / times[0][round]),
      0.5,
    ),
    deepest: Math.max(...depths[k]),
    deepestAtEnd: Math.max(...depths[k].slice(-perSecond)),
    kineticEnergy: judge.kineticEnergy(engine),
    remark: engine.remark?.() ?? '',
  }));
  return { name: scene.name, contenders };
}

/** Ours first. */
async function enginesOf(scene: BodyScene): Promise<Engine[]> {
  return [own(scene), await rapier(scene), await crashcat(scene), await mujoco(scene), await jolt(scene)];
}

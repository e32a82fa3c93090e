// Simulators of one scene take turns of a fraction of a second each, so that what disturbs one disturbs all.
import { quantile } from '../measure.ts';
import type { BodyScene, Engine } from './engine.ts';
import { Judge, type Sight } from './judge.ts';

export interface ContenderResult {
  readonly name: string;
  /** Per step, over the whole run. */
  readonly milliseconds: number;
  /** Its time over ours: the median over the turns. */
  readonly ratio: number;
  /** The deepest overlap after any turn, and of the last second, in meters. */
  readonly deepest: number;
  readonly deepestAtEnd: number;
  /** The largest rise of all energy over a turn, in joules. */
  readonly gained: number;
  /** At the end: in joules, and the height of the highest center of mass, in meters. */
  readonly kineticEnergy: number;
  readonly top: number;
  readonly remark: string;
}

export interface SceneResult {
  readonly name: string;
  readonly contenders: readonly ContenderResult[];
}

/** Steps in a turn. */
export const turn = 24;

/** What others may compute for a scene, in seconds: then they leave, and it is said when. Ours goes to the end. */
const patience = 10;

interface Contender {
  readonly engine: Engine;
  /** Per step, in milliseconds, of each turn. */
  readonly times: number[];
  /** Before the first turn and after each. */
  readonly sights: Sight[];
  /** Why it left before the end. */
  left: string;
}

/** Ours is the first. */
export function takeTurns(scene: BodyScene, engines: readonly Engine[], most = patience): SceneResult {
  const judge = new Judge(scene);
  const contenders = engines.map((engine): Contender => {
    const first = judge.look(engine);
    if (!first) throw new Error(`${engine.name} does not begin with finite poses`);
    return { engine, times: [], sights: [first], left: '' };
  });
  const [own] = contenders;
  const turns = Math.round(scene.steps / turn);
  for (let round = 0; round < turns; round++) {
    for (let each = 0; each < contenders.length; each++) {
      const contender = contenders[(each + round) % contenders.length];
      if (contender.left === '') takeTurn(contender, judge);
      const spent = contender.times.reduce((sum, time) => sum + time * turn, 0) / 1000;
      if (contender !== own && contender.left === '' && round < turns - 1 && spent > most)
        contender.left = `stopped after ${most} s of computing`;
    }
  }
  if (own.left !== '') throw new Error(`${own.engine.name}: ${own.left}`);
  return { name: scene.name, contenders: contenders.map((contender) => resultOf(contender, own, scene)) };
}

function takeTurn(contender: Contender, judge: Judge): void {
  const { engine, times, sights } = contender;
  const start = performance.now();
  for (let step = 0; step < turn; step++) engine.step();
  times.push((performance.now() - start) / turn);
  const sight = judge.look(engine);
  if (sight) sights.push(sight);
  else contender.left = 'numbers that are not finite';
}

function resultOf(
  { engine, times, sights, left }: Contender,
  own: Contender,
  { timeStep }: BodyScene,
): ContenderResult {
  const perSecond = Math.round(1 / (turn * timeStep));
  const depths = sights.slice(1).map(({ depth }) => depth);
  const last = sights[sights.length - 1];
  const seconds = (times.length * turn * timeStep).toFixed(1);
  const remarks = [engine.remark?.() ?? '', left === '' ? '' : `${left}, at ${seconds} s of the scene`];
  return {
    name: engine.name,
    milliseconds: times.reduce((sum, time) => sum + time, 0) / times.length,
    ratio: quantile(
      times.map((time, round) => time / own.times[round]),
      0.5,
    ),
    deepest: Math.max(0, ...depths),
    deepestAtEnd: Math.max(0, ...depths.slice(-perSecond)),
    gained: Math.max(0, ...sights.slice(1).map(({ energy }, k) => energy - sights[k].energy)),
    kineticEnergy: last.kineticEnergy,
    top: last.top,
    remark: remarks.filter((text) => text !== '').join('; '),
  };
}

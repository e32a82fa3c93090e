// Scenes against the libraries that a page would use instead: pairs and Boolean narrow phase of moving bodies, and rays.
import { parseArgs } from 'node:util';
import { setTarget } from 'proximal';
import { type Group, type GroupSamples, measure, roundsOf, summarize } from '../measure.ts';
import { printSection, printTargets, type Section, tablePage } from '../page.ts';
import type { Benchmark } from '../registry.ts';
import { publish } from '../results.ts';
import { Pace } from '../run/share.ts';
import { short } from '../table.ts';
import type { Target } from '../targets.ts';
import { UsageError, wholeNumber } from '../usage.ts';
import { jolt, own, rapier, type SceneContender } from './contenders.ts';
import { countCollisions } from './count-collisions.ts';
import { boxes, type Crowd, hulls, playback } from './crowd.ts';
import { compareRays } from './rays.ts';

export const sceneBenchmark: Benchmark = {
  name: 'scene',
  title:
    'moving bodies and rays, beside rapier3d, jolt and three-mesh-bvh (--rounds, --seed, --small, --large, --only boxes, hulls or rays)',
  runs: { quick: ['--rounds', '3', '--large', '3000'], full: [] },
  seconds: { quick: 11, full: 30 },
  async run(args) {
    const { values } = parseArgs({
      args: [...args],
      options: {
        rounds: { type: 'string', default: '9' },
        seed: { type: 'string', default: '1' },
        small: { type: 'string', default: '1000' },
        large: { type: 'string', default: '10000' },
        only: { type: 'string', default: 'boxes,hulls,rays' },
      },
    });
    const seed = wholeNumber('seed', values.seed, 0, 0xffffffff);
    const rounds = wholeNumber('rounds', values.rounds, 3, 1000);
    const counts = [wholeNumber('small', values.small, 10, 1e5), wholeNumber('large', values.large, 10, 1e5)];
    setTarget('wasm');
    const only = values.only.split(',');
    const groups: Group[] = [];
    for (const [name, make] of Object.entries({ boxes, hulls })) {
      if (!only.includes(name)) continue;
      for (const count of counts) groups.push(await groupOf(make(count, seed)));
    }
    if (only.includes('rays')) {
      const rays = await compareRays(100_000, seed);
      if (rays.disagreements > 0) console.log(`rays: ${rays.disagreements} answers differ`);
      groups.push(rays.group);
    }
    if (groups.length === 0) throw new UsageError(`--only is '${values.only}'; give some of boxes,hulls,rays.`);
    const samples = measure(groups, { rounds, sampleTime: 1, seed, until: new Pace(1).next() });
    report(groups, samples, counts, { rounds: roundsOf(samples), seed });
  },
};

/** All contenders on one crowd, after a few steps. Ours has to find what pair by pair there is; what others find is shown. */
async function groupOf(crowd: Crowd): Promise<Group> {
  const contenders: SceneContender[] = [own(crowd), await rapier(crowd), await jolt(crowd)];
  const next = playback(crowd);
  let frame = next();
  for (let k = 0; k < 3; k++) {
    if (k > 0) frame = next();
    for (const { step } of contenders) step();
  }
  const there = countCollisions(crowd, frame);
  const found = contenders.map(({ name, count }) => `${name} ${count() ?? '—'}`);
  console.log(`${crowd.name}: ${there} pairs collide: ${found.join(', ')}`);
  if (contenders[0].count() !== there) throw new Error(`${crowd.name}: ${there} pairs collide, not ${found[0]}`);
  const operations = crowd.kinds.length;
  return { name: crowd.name, contenders: contenders.map(({ name, step }) => ({ name, operations, run: step })) };
}

function report(
  groups: readonly Group[],
  samples: readonly GroupSamples[],
  counts: readonly number[],
  settings: { readonly rounds: number; readonly seed: number },
): void {
  const times = samples.map(({ samples: each }) => each.map(summarize));
  const medians = times.map((each) => each.map(({ median }) => median));
  const section: Section = {
    title: 'Nanoseconds per body or ray',
    note: 'In brackets the range of 80 % of the rounds; the last column says how many times as long as ours it takes.',
    head: ['what', 'who', 'ns', 'times ours'],
    rows: groups.flatMap(({ name, contenders }, g) =>
      contenders.map((contender, c) => {
        const { median, low, high } = times[g][c];
        return [name, contender.name, `${short(median)} [${short(low)}–${short(high)}]`, short(median / medians[g][0])];
      }),
    ),
  };
  const targets = targetsOf(groups, medians, counts);
  printSection(section);
  printTargets(targets);
  const results = groups.map(({ name, contenders }, g) => ({
    name,
    nanoseconds: Object.fromEntries(contenders.map((contender, c) => [contender.name, samples[g].samples[c]])),
    times: contenders.map((contender, c) => ({ name: contender.name, ...times[g][c] })),
  }));
  const intro = `One step moves every body and finds the pairs that collide, all contenders in turns for ${settings.rounds} rounds, seed ${settings.seed}.`;
  publish('scene', { ...settings, results, targets }, tablePage('Scenes and rays', intro, [section], targets));
}

/** The most that our cost per body may grow from the small crowd to the large one, and that a ray may cost beside three-mesh-bvh. */
const mostGrowth = 1.5;
const mostRay = 1.5;

function targetsOf(
  groups: readonly Group[],
  medians: readonly (readonly number[])[],
  counts: readonly number[],
): Target[] {
  const targets = groups.map(({ name, contenders }, g): Target => {
    const [own, ...others] = medians[g];
    const fastest = Math.min(...others);
    const most = name.startsWith('rays') ? mostRay : 1;
    return {
      what: `${name}: our time / that of the fastest peer, ${contenders[1 + others.indexOf(fastest)].name}`,
      wanted: `at most ${most}`,
      found: short(own / fastest),
      isMet: own / fastest <= most,
    };
  });
  for (const kind of ['boxes', 'hulls']) {
    const [small, large] = counts.map(
      (count) => medians[groups.findIndex(({ name }) => name === `${count} ${kind}`)]?.[0],
    );
    if (!small || !large) continue;
    targets.push({
      what: `${kind}: our cost per body, ${counts[1]} bodies / ${counts[0]}`,
      wanted: `less than ${mostGrowth}`,
      found: short(large / small),
      isMet: large / small < mostGrowth,
    });
  }
  return targets;
}

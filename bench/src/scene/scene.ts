// Scenes against the libraries that a page would use instead: pairs and Boolean narrow phase of moving bodies, and rays.
import { parseArgs } from 'node:util';
import { setTarget } from 'proximal';
import { type Group, type GroupSamples, measure, quantile } from '../measure.ts';
import type { Benchmark } from '../registry.ts';
import { writeResults } from '../results.ts';
import { formatTable, short } from '../table.ts';
import { UsageError, wholeNumber } from '../usage.ts';
import { jolt, own, rapier, type SceneContender } from './contenders.ts';
import { boxes, type Crowd, hulls } from './crowd.ts';
import { compareRays } from './rays.ts';

export const sceneBenchmark: Benchmark = {
  name: 'scene',
  title:
    'moving bodies and rays, beside rapier3d, jolt and three-mesh-bvh (--rounds, --seed, --small, --large, --only boxes, hulls or rays)',
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
    report(groups, measure(groups, { rounds, sampleTime: 1, seed }), counts, { rounds, seed });
  },
};

/** All contenders on one crowd, after a step in which they have to agree. */
async function groupOf(crowd: Crowd): Promise<Group> {
  const contenders: SceneContender[] = [own(crowd), await rapier(crowd), await jolt(crowd)];
  for (const { step } of contenders) for (let k = 0; k < 3; k++) step();
  const found = contenders.map(({ name, count }) => `${name} ${count() ?? '—'}`);
  console.log(`${crowd.name}: pairs that collide: ${found.join(', ')}`);
  const [ours, theirs] = contenders.map(({ count }) => count() ?? 0);
  // Their numbers have 32 bits: pairs that touch may count or not.
  if (Math.abs(ours - theirs) > 1 + 1e-3 * ours) throw new Error(`${crowd.name}: ${found.join(', ')} do not agree`);
  const operations = crowd.kinds.length;
  return { name: crowd.name, contenders: contenders.map(({ name, step }) => ({ name, operations, run: step })) };
}

function report(
  groups: readonly Group[],
  samples: readonly GroupSamples[],
  counts: readonly number[],
  settings: { readonly rounds: number; readonly seed: number },
): void {
  const medians = samples.map(({ samples: each }) => each.map((some) => quantile(some, 0.5)));
  const rows = groups.flatMap(({ name, contenders }, g) =>
    contenders.map((contender, c) => [
      name,
      contender.name,
      short(medians[g][c]),
      short(medians[g][c] / medians[g][0]),
    ]),
  );
  const columns = [
    { title: 'what', align: 'left' as const },
    { title: 'who', align: 'left' as const },
    { title: 'ns per body or ray' },
    { title: 'times ours' },
  ];
  console.log(formatTable(columns, rows));
  for (const line of verdicts(groups, medians, counts)) console.log(line);
  const results = groups.map(({ name, contenders }, g) => ({
    name,
    nanoseconds: Object.fromEntries(contenders.map((contender, c) => [contender.name, samples[g].samples[c]])),
  }));
  console.log(`\n${writeResults('scene', { ...settings, results })}`);
}

/** The most that our cost per body may grow from the small crowd to the large one, and that a ray may cost beside three-mesh-bvh. */
const mostGrowth = 1.5;
const mostRay = 1.5;

/** What is promised, and whether it holds in this run. */
function verdicts(
  groups: readonly Group[],
  medians: readonly (readonly number[])[],
  counts: readonly number[],
): string[] {
  const lines: string[] = [];
  const say = (isKept: boolean, text: string): void => void lines.push(`${isKept ? 'kept  ' : 'MISSED'}  ${text}`);
  groups.forEach(({ name, contenders }, g) => {
    const [own, ...others] = medians[g];
    const fastest = Math.min(...others);
    const peer = contenders[1 + others.indexOf(fastest)].name;
    const ratio = own / fastest;
    if (name.startsWith('rays'))
      say(ratio <= mostRay, `${name}: × ${short(ratio)} of ${peer}'s time, at most ${mostRay}`);
    else say(ratio <= 1, `${name}: × ${short(ratio)} of the time of the faster peer, ${peer}, at most 1`);
  });
  for (const kind of ['boxes', 'hulls']) {
    const [small, large] = counts.map(
      (count) => medians[groups.findIndex(({ name }) => name === `${count} ${kind}`)]?.[0],
    );
    if (!small || !large) continue;
    const growth = large / small;
    say(
      growth < mostGrowth,
      `${kind}: our cost per body × ${short(growth)} from ${counts.join(' to ')}, less than ${mostGrowth}`,
    );
  }
  return lines;
}

// Broad phase and Boolean narrow phase of moving bodies, and rays, compared with other libraries.

import { defineBenchmark, seed, text, whole } from '../harness/benchmark.ts';
import { type Section, short, type Target } from '../harness/page.ts';
import { block, type Group, type GroupSamples, measure, roundsOf, type Summary, summarize } from '../harness/timer.ts';
import { UsageError } from '../harness/usage.ts';
import { peersWith } from '../peers/registry.ts';
import { boxes, type Crowd, countCollisions, hulls, ownContender, playback } from './crowd.ts';
import { compareRays } from './rays.ts';

export const sceneBenchmark = defineBenchmark({
  name: 'scene',
  title: 'moving bodies and rays, compared with rapier3d, jolt and three-mesh-bvh; --only boxes, hulls or rays',
  options: { rounds: whole(3, 1000), seed, small: whole(10, 1e5), large: whole(10, 1e5), only: text },
  full: { rounds: 9, seed: 1, small: 1000, large: 10_000, only: 'boxes,hulls,rays' },
  quick: { rounds: 3, large: 3000 },
  seconds: { quick: 11, full: 30 },
  async measure({ rounds, seed: start, small, large, only }, run) {
    const groups: Group[] = [];
    for (const [name, make] of Object.entries({ boxes, hulls })) {
      if (!only.split(',').includes(name)) continue;
      for (const count of [small, large]) groups.push(await groupOf(make(count, start)));
    }
    if (only.split(',').includes('rays')) {
      const rays = await compareRays(100_000, start);
      if (rays.disagreements > 0) console.log(`rays: ${rays.disagreements} answers differ`);
      groups.push(rays.group);
    }
    if (groups.length === 0) throw new UsageError(`--only is '${only}'; give some of boxes,hulls,rays.`);
    const samples = await measure(groups, { rounds, sampleTime: 1, seed: start, until: run.pace(1).next() });
    return { rounds: roundsOf(samples), results: groups.map((group, g) => resultOf(group, samples[g])) };
  },
  targets: ({ results }, { small, large }) => targetsOf(results, [small, large]),
  page: ({ rounds, results }, _targets, { seed: start }) => ({
    title: 'Scenes and rays',
    intro: `One step moves every body and finds the pairs that collide, all contenders in turn for ${rounds} rounds, seed ${start}.`,
    sections: [sectionOf(results)],
  }),
});

/** All contenders on one crowd, after a few steps. Our count of collisions must equal the result of `countCollisions`. */
async function groupOf(crowd: Crowd): Promise<Group> {
  const contenders = [ownContender(crowd)];
  for (const peer of peersWith('crowd')) contenders.push(await peer.crowd(crowd, playback(crowd)));
  const next = playback(crowd);
  let frame = next();
  for (let k = 0; k < 3; k++) {
    if (k > 0) frame = next();
    for (const { step } of contenders) step();
  }
  const expected = countCollisions(crowd, frame);
  const found = contenders.map(({ name, count }) => `${name} ${count() ?? '—'}`);
  console.log(`${crowd.name}: ${expected} pairs collide: ${found.join(', ')}`);
  if (contenders[0].count() !== expected) throw new Error(`${crowd.name}: ${expected} pairs collide, not ${found[0]}`);
  const operations = crowd.kinds.length;
  return { name: crowd.name, contenders: contenders.map(({ name, step }) => block(name, operations, step)) };
}

/** Nanoseconds per body or ray. */
interface Result {
  readonly name: string;
  readonly nanoseconds: Readonly<Record<string, readonly number[]>>;
  /** Ours first. */
  readonly times: readonly (Summary & { readonly name: string })[];
}

function resultOf({ name, contenders }: Group, { samples }: GroupSamples): Result {
  return {
    name,
    nanoseconds: Object.fromEntries(contenders.map((contender, c) => [contender.name, samples[c]])),
    times: contenders.map((contender, c) => ({ name: contender.name, ...summarize(samples[c]) })),
  };
}

function sectionOf(results: readonly Result[]): Section {
  return {
    title: 'Nanoseconds per body or ray',
    note: 'In brackets the range of 80 % of the rounds; the last column is the time divided by ours.',
    head: ['scene', 'library', 'ns', 'time / ours'],
    rows: results.flatMap(({ name, times }) =>
      times.map(({ name: who, median, low, high }) => [
        name,
        who,
        `${short(median)} [${short(low)}–${short(high)}]`,
        short(median / times[0].median),
      ]),
    ),
  };
}

/** The largest wanted ratio of our time per body in the large crowd to that in the small one, and of our time for rays to three-mesh-bvh's. */
const maxGrowth = 1.5;
const maxRayRatio = 1.5;

function targetsOf(results: readonly Result[], counts: readonly number[]): Target[] {
  const targets = results.map(({ name, times: [own, ...others] }): Target => {
    const fastest = others.reduce((best, each) => (each.median < best.median ? each : best));
    const limit = name.startsWith('rays') ? maxRayRatio : 1;
    return {
      what: `${name}: our time / time of the fastest peer, ${fastest.name}`,
      wanted: `at most ${limit}`,
      found: short(own.median / fastest.median),
      isMet: own.median / fastest.median <= limit,
    };
  });
  for (const kind of ['boxes', 'hulls']) {
    const [small, large] = counts.map(
      (count) => results.find(({ name }) => name === `${count} ${kind}`)?.times[0].median,
    );
    if (!small || !large) continue;
    targets.push({
      what: `${kind}: our cost per body, ${counts[1]} bodies / ${counts[0]}`,
      wanted: `less than ${maxGrowth}`,
      found: short(large / small),
      isMet: large / small < maxGrowth,
    });
  }
  return targets;
}

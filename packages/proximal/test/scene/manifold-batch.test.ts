// A `ManifoldBatch` finds the contacts of `ContactSearch`, bit for bit, with the same warm starts.
import { describe, expect, it } from 'vitest';
import { ContactPoint } from '../../src/engine/manifold-layout.ts';
import { box, capsule, convex, cylinder, halfspace, rounded, type Shape, sphere } from '../../src/index.ts';
import type { Rng } from '../../src/math/index.ts';
import { createResult } from '../../src/proximity/result.ts';
import type { Body } from '../../src/scene/body.ts';
import { BodyPair } from '../../src/scene/body-pair.ts';
import * as Row from '../../src/scene/contact-row.ts';
import { ContactSearch } from '../../src/scene/contact-search.ts';
import { compound, type Geometry, Scene } from '../../src/scene/index.ts';
import { isBatchable, ManifoldBatch } from '../../src/scene/manifold-batch.ts';
import { forAll } from '../for-all.ts';
import { poseWithin } from './random.ts';

const reach = 0.05;
const settings = { margin: reach, upTo: reach, maxPoints: 4, certified: false, merged: true };

function anyBatchableShape(rng: Rng): Shape {
  const size = (): number => rng.uniform(0.1, 0.6);
  switch (rng.index(6)) {
    case 0:
      return box(size(), size(), size());
    case 1:
      return sphere(size());
    case 2:
      return capsule(size(), size());
    case 3:
      return rounded(box(size(), size(), size()), 0.1);
    case 4:
      return halfspace();
    default:
      return convex(Array.from({ length: 8 + rng.index(20) }, () => rng.direction().map((x) => 0.6 * x)));
  }
}

function anyBody(rng: Rng): Geometry {
  if (rng.uniform() < 0.7) return anyBatchableShape(rng);
  const parts = Array.from({ length: 3 }, () => ({ shape: box(0.3, 0.2, 0.2), pose: poseWithin(rng, 0.4) }));
  return compound([...parts, { shape: sphere(0.2), pose: poseWithin(rng, 0.4) }]);
}

/** For each pair the rows of its contacts in a batch, and a lower bound of the distance of its first parts. */
function runBatch(batch: ManifoldBatch, scene: Scene, pairs: readonly BodyPair[]): { rows: number[]; lower: number }[] {
  batch.clear();
  const ends = pairs.map((pair) => {
    batch.add(pair, reach, () => true);
    return batch.count;
  });
  batch.run(scene.bodyIndex.store, () => {});
  return pairs.map((_, k) => {
    const rows: number[] = [];
    const from = k > 0 ? ends[k - 1] : 0;
    for (let n = from; n < ends[k]; n++) {
      const first = batch.firstRowOf(n);
      rows.push(...batch.contactRows.subarray(first, first + Row.SIZE * batch.contactCountOf(n)));
    }
    return { rows, lower: from < ends[k] ? batch.lowerOf(from) : 0 };
  });
}

describe('a batch of manifolds', () => {
  it('has the rows and the warm starts of a search, for bodies that move', () => {
    forAll({ seed: 31, cases: 6 }, (rng) => {
      const scene = new Scene({ margin: reach });
      const bodies = Array.from({ length: 12 }, () => scene.add(anyBody(rng), poseWithin(rng, 0.7)));
      const couples = bodies.flatMap((a, k) => bodies.slice(k + 1).map((b): [Body, Body] => [a, b]));
      const batchable = couples.filter(([a, b]) => isBatchable(a, b));
      const pairs = batchable.map(([a, b]) => new BodyPair(a, b, false));
      const others = batchable.map(([a, b]) => new BodyPair(a, b, false));
      const search = new ContactSearch(createResult());
      const batch = new ManifoldBatch();
      for (let step = 0; step < 4; step++) {
        for (const body of bodies) {
          const [x, y, z, ...turn] = body.pose;
          body.setPose([x + rng.uniform(-0.02, 0.02), y, z + rng.uniform(-0.02, 0.02), ...turn]);
        }
        scene.update();
        const found = runBatch(batch, scene, pairs);
        others.forEach((pair, k) => {
          const { rows, count } = search.between(pair, settings);
          expect(found[k].rows).toEqual([...rows.subarray(0, Row.SIZE * count)]);
          if (count === 0 && pair.pair) expect(found[k].lower).toBe(search.clearance);
          // Half of the pairs continue with a `Pair`, which starts from the warm start of the batch.
          if (step === 1 && k % 2 === 0)
            expect(pairs[k].pair?.penetrationSubject.memory).toEqual(pair.pair?.penetrationSubject.memory);
        });
      }
    });
  });

  it('excludes curved cores, two half-spaces, and compounds on half-spaces', () => {
    const scene = new Scene();
    const round = scene.add(cylinder(1, 1), {});
    const floor = scene.add(halfspace(), {});
    const brick = scene.add(box(1, 1, 1), {});
    const table = scene.add(compound([{ shape: box(1, 1, 1) }]), {});
    const others = [round, floor, brick, table];
    expect(others.map((body) => isBatchable(body, floor))).toEqual([false, false, true, false]);
    expect(others.map((body) => isBatchable(brick, body))).toEqual([false, true, true, true]);
  });

  it('has the rows of a contact buffer', () => {
    expect({ ...ContactPoint }).toMatchObject({ ...Row });
  });
});

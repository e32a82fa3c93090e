// The three broad phases find the same pairs under every change of the bodies.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { areNear } from '../../src/broad/broad-phase.ts';
import { SlotList } from '../../src/broad/slot-list.ts';
import { DynamicTree } from '../../src/broad/tree.ts';
import { box, convex, cylinder, halfspace, sphere, supportBatch } from '../../src/index.ts';
import { Rng } from '../../src/math/index.ts';
import { type Body, Scene } from '../../src/scene/index.ts';
import { forAll } from '../for-all.ts';
import { anyShape, namesOf, poseWithin } from './random.ts';

const kinds = ['tree', 'sweep', 'brute'] as const;

/** Three scenes that receive the same changes. */
class Trio {
  readonly scenes: Scene[];
  /** Each body in each of the three scenes. */
  readonly bodies: Body[][] = [];

  constructor(
    private readonly rng: Rng,
    margin: number,
  ) {
    this.scenes = kinds.map((broadPhase) => new Scene({ broadPhase, margin }));
  }

  add(): void {
    const { rng } = this;
    const shape = rng.uniform() < 0.05 ? halfspace() : anyShape(rng);
    const pose = poseWithin(rng, 2);
    const options = { group: 1 << rng.index(2), mask: 1 + rng.index(3), static: rng.uniform() < 0.2 };
    this.bodies.push(this.scenes.map((scene) => scene.add(shape, pose, options)));
  }

  move(): void {
    const { rng } = this;
    if (this.bodies.length === 0) return;
    const trio = this.bodies[rng.index(this.bodies.length)];
    const pose = trio[0].pose;
    const isJump = rng.uniform() < 0.2;
    for (let k = 0; k < 3; k++) pose[k] += rng.uniform(-1, 1) * (isJump ? 2 : 0.05);
    if (isJump) pose.set(rng.rotation(), 3);
    for (const body of trio) body.setPose(pose);
  }

  remove(): void {
    const { rng } = this;
    if (this.bodies.length === 0) return;
    for (const body of this.bodies.splice(rng.index(this.bodies.length), 1)[0]) body.remove();
  }

  reshape(): void {
    const { rng } = this;
    if (this.bodies.length === 0) return;
    const shape = anyShape(rng);
    for (const body of this.bodies[rng.index(this.bodies.length)]) body.setShape(shape);
  }
}

describe('pairs()', () => {
  it('are the same for tree, sweep and brute force under random changes', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2 ** 31 }), fc.constantFrom(0, 0.01, 0.4), (seed, margin) => {
        const rng = new Rng(seed);
        const trio = new Trio(rng, margin);
        for (let k = 0; k < 25; k++) trio.add();
        for (let step = 0; step < 12; step++) {
          for (let k = 0; k < 3; k++) trio.add();
          for (let k = 0; k < 20; k++) trio.move();
          for (let k = 0; k < 3; k++) trio.remove();
          if (rng.uniform() < 0.3) trio.reshape();
          const [tree, sweep, brute] = trio.scenes.map((scene) => namesOf(scene.pairs()));
          expect(tree).toEqual(brute);
          expect(sweep).toEqual(brute);
        }
      }),
      { numRuns: 15 },
    );
  });

  it('include every colliding pair', () => {
    for (let seed = 0; seed < 10; seed++) {
      const rng = new Rng(seed);
      const trio = new Trio(rng, 0);
      for (let k = 0; k < 40; k++) trio.add();
      const [tree, , brute] = trio.scenes;
      expect(namesOf(tree.collisions())).toEqual(namesOf(brute.pairs().filter((pair) => pair.collide())));
    }
  });

  it('leave out pairs by group, mask, static and filter', () => {
    const scene = new Scene({ filter: (a, b) => !(a.name === 'x' && b.name === 'y') });
    const at = (options: object): Body => scene.add(sphere(1), {}, options);
    const a = at({ group: 1, mask: 2, name: 'x' });
    const b = at({ group: 2, mask: 1, name: 'y' });
    const c = at({ group: 2, mask: 1, static: true });
    const d = at({ group: 1, mask: 2, static: true });
    const e = at({ group: 4, mask: 4 });
    expect(namesOf(scene.pairs())).toEqual([`${a.id}-${c.id}`, `${b.id}-${d.id}`]);
    expect([scene.collides(a), scene.collides(e)]).toEqual([true, false]);
  });

  it('call the filter once while two bodies stay near', () => {
    let filterCalls = 0;
    const scene = new Scene({ filter: () => ++filterCalls > 0 });
    const a = scene.add(box(1, 1, 1), {});
    const b = scene.add(box(1, 1, 1), { position: [1.5, 0, 0] });
    for (const x of [1.4, 1.3, 1.2]) {
      b.setPose({ position: [x, 0, 0] });
      expect(scene.pairs().length).toBe(1);
    }
    expect(filterCalls).toBe(1);
    b.setPose({ position: [9, 0, 0] });
    expect(scene.pairs()).toEqual([]);
    b.setPose({ position: [1, 0, 0] });
    expect([scene.pairs().length, filterCalls, a.id]).toEqual([1, 2, 0]);
  });
});

describe('a tree of boxes', () => {
  it('stays balanced and valid for every order of insertion', () => {
    const count = 2000;
    const store = { boxes: new Float64Array(6 * count), displacement: new Float64Array(3 * count) };
    const tree = new DynamicTree(store, 0);
    const ignore = { offer: () => {} };
    const list = new SlotList();
    for (let slot = 0; slot < count; slot++) {
      // Sorted along a line: the worst order for a tree without balancing.
      store.boxes.set([slot, 0, 0, slot + 0.5, 1, 1], 6 * slot);
      list.clear();
      list.push(slot);
      tree.update(list, ignore);
    }
    tree.validate();
    expect(tree.height).toBeLessThanOrEqual(1.5 * Math.log2(count));
    for (let slot = 0; slot < count; slot += 3) tree.remove(slot);
    tree.validate();
    const out = new SlotList();
    tree.query([100, 0, 0, 110, 1, 1], 0, out);
    const expected = Array.from({ length: count }, (_, k) => k).filter(
      (k) => k % 3 !== 0 && areNear([100, 0, 0, 110, 1, 1], 0, store.boxes, 6 * k, 0),
    );
    expect([...out.slots.subarray(0, out.count)].sort((a, b) => a - b)).toEqual(expected);
  });
});

describe('the box of a body', () => {
  it('contains the body and is tight', () => {
    forAll({ seed: 3, cases: 50 }, (rng, k) => {
      const shape = k === 0 ? cylinder(1, 2) : k === 1 ? convex([0, 0, 0, 1, 2, 3, 2, 0, 1, 0, 1, 0]) : anyShape(rng);
      const scene = new Scene();
      const body = scene.add(shape, poseWithin(rng, 5));
      scene.update();
      const box = scene.bodyIndex.store.boxes.subarray(0, 6);
      const { pose } = body;
      const [x, y, z, w] = pose.subarray(3);
      const rows = [
        [1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
        [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
        [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)],
      ];
      for (let axis = 0; axis < 3; axis++) {
        const along = Float64Array.of(...rows[axis], ...rows[axis].map((n) => -n));
        const p = supportBatch(shape, along);
        const high = pose[axis] + p[0] * along[0] + p[1] * along[1] + p[2] * along[2];
        const low = pose[axis] - (p[3] * along[3] + p[4] * along[4] + p[5] * along[5]);
        expect(box[3 + axis]).toBeGreaterThanOrEqual(high);
        expect(box[3 + axis]).toBeLessThan(high + 1e-12);
        expect(box[axis]).toBeLessThanOrEqual(low);
        expect(box[axis]).toBeGreaterThan(low - 1e-12);
      }
    });
  });
});

// Distances, depths and Boolean queries of triangle meshes, against brute force over all triangles.
import { describe, expect, it } from 'vitest';
import {
  certify,
  collide,
  copyResult,
  distance,
  type Shape,
  setTarget,
  signedDistance,
  target,
} from '../../src/index.ts';
import { readObj } from '../../src/io/index.ts';
import type { Pose, Rng } from '../../src/math/index.ts';
import { type BodyPair, Scene, type TriangleMesh, triangleMesh } from '../../src/scene/index.ts';
import { cup, vase } from '../fixtures/scans.ts';
import { forAll } from '../for-all.ts';
import { sameBits } from '../same-bits.ts';
import { anyShape } from './random.ts';

function meshOf(text: string): TriangleMesh {
  const [{ vertices, triangles }] = readObj(text);
  return triangleMesh(vertices, triangles);
}

const mug = meshOf(cup(3));
const jar = meshOf(vase(4));

/** A pose near the origin, at a distance of up to `reach`. */
function poseNear(rng: Rng, reach: number): Pose {
  const far = rng.uniform(0, reach);
  return Float64Array.of(...rng.direction().map((x) => far * x), ...rng.rotation());
}

interface MovingPair {
  readonly pair: BodyPair;
  readonly move: (pose: Pose) => void;
}

/** A pair of a mesh and another body, which moves. */
function pairOf(mesh: TriangleMesh, other: Shape | TriangleMesh, isMeshFirst: boolean): MovingPair {
  const scene = new Scene({ margin: 10 });
  const fixed = isMeshFirst ? scene.add(mesh, {}) : null;
  const body = scene.add(other, {});
  if (!fixed) scene.add(mesh, {});
  const [pair] = scene.pairs();
  return { pair, move: (pose) => body.setPose({ position: pose.subarray(0, 3), rotation: pose.subarray(3) }) };
}

/** Over all triangles, `least` is the least signed distance from a shape, and `apart` is the least distance, which is 0 for overlaps. */
function bruteForce(mesh: TriangleMesh, shape: Shape, pose: Pose): { least: number; apart: number } {
  let [least, apart] = [Infinity, Infinity];
  for (let k = 0; k < mesh.partCount; k++) {
    const part = mesh.part(k);
    const near = distance(part, {}, shape, pose).distance;
    apart = Math.min(apart, near);
    if (near <= 0) least = Math.min(least, signedDistance(part, {}, shape, pose).distance);
  }
  return { least: apart > 0 ? apart : Math.min(0, least), apart };
}

describe('queries of meshes', () => {
  it('find the nearest triangle of a convex body, or the deepest one', () => {
    forAll({ seed: 11, cases: 24, tries: 20 }, (rng, index) => {
      const shape = anyShape(rng, 0.03);
      const { pair, move } = pairOf(mug, shape, index % 2 === 0);
      for (let k = 0; k < 3; k++) {
        const pose = poseNear(rng, 0.12);
        move(pose);
        const { least, apart } = bruteForce(mug, shape, pose);
        const answer = pair.distance();
        expect(Math.abs(answer.distance - least)).toBeLessThan(1e-9);
        expect(answer.local).toBe(answer.distance < 0);
        expect(pair.collide()).toBe(apart <= 0);
        expect(pair.collide(apart + 1e-9)).toBe(true);
        if (apart > 2e-9) expect(pair.collide(apart - 1e-9)).toBe(false);
        const isFirst = pair.a.volume.assembly !== null;
        const part = mug.part(isFirst ? answer.partA : answer.partB);
        const [a, b] = isFirst ? [part, shape] : [shape, part];
        const [poseA, poseB] = isFirst ? [{}, pose] : [pose, {}];
        expect(certify(a, poseA, b, poseB, answer.result).valid).toBe(true);
      }
    });
  });

  it('find the nearest triangles of two meshes', () => {
    const parts = Array.from({ length: mug.partCount }, (_, k) => mug.part(k));
    forAll({ seed: 12, cases: 6, tries: 5 }, (rng) => {
      const { pair, move } = pairOf(jar, mug, true);
      const pose = poseNear(rng, 0.25);
      move(pose);
      const answer = pair.distance();
      // Each triangle of one mesh against the whole other one.
      let least = Infinity;
      const { pair: one, move: turn } = pairOf(jar, parts[0], true);
      turn(pose);
      for (const part of parts) {
        one.b.setShape(part);
        least = Math.min(least, Math.max(0, one.distance().distance));
      }
      expect(Math.abs(answer.distance - least)).toBeLessThan(1e-12);
      expect(pair.collide()).toBe(least <= 0);
      expect(pair.collide(least + 1e-9)).toBe(true);
      if (least > 2e-9) expect(pair.collide(least - 1e-9)).toBe(false);
      const [p, q] = [jar.part(answer.partA), mug.part(answer.partB)];
      expect(collide(p, {}, q, pose, { margin: answer.distance + 1e-12 })).toBe(true);
    });
  });

  it('give the bits of a first query after any other query, on both targets', () => {
    forAll({ seed: 13, cases: 12, tries: 5 }, (rng, index) => {
      const other = index % 3 === 0 ? mug : anyShape(rng, 0.04);
      const reused = pairOf(jar, other, true);
      const poses = Array.from({ length: 6 }, () => poseNear(rng, 0.2));
      const before = target();
      for (const pose of [...poses, ...poses]) {
        reused.move(pose);
        const answer = reused.pair.distance();
        const results = {
          parts: [answer.partA, answer.partB],
          result: copyResult(answer.result),
          meets: reused.pair.collide(),
        };
        for (const name of ['js', 'wasm'] as const) {
          setTarget(name);
          const fresh = pairOf(jar, other, true);
          fresh.move(pose);
          const first = fresh.pair.distance();
          const again = { parts: [first.partA, first.partB], result: first.result, meets: fresh.pair.collide() };
          setTarget(before);
          expect(sameBits(again, results)).toBe(true);
        }
      }
    });
  });
});

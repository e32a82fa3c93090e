// Snapshots restore the scene exactly; other bytes are rejected.
import { describe, expect, it } from 'vitest';
import { box, custom, halfspace, sphere } from '../../src/index.ts';
import { Rng } from '../../src/math/index.ts';
import { compound, heightField, Scene, triangleMesh } from '../../src/scene/index.ts';
import { anyShape, namesOf, poseWithin } from './random.ts';

function sample(): Scene {
  const rng = new Rng(11);
  const scene = new Scene({ broadPhase: 'sweep', margin: 0.05 });
  const shared = box(0.2, 0.3, 0.4);
  for (let k = 0; k < 30; k++)
    scene.add(k % 3 === 0 ? shared : anyShape(rng), poseWithin(rng, 1), { group: 1 + (k % 3) });
  scene.add(halfspace(), {}, { static: true, name: 'Böden 地' });
  scene.add(compound([{ shape: sphere(1), pose: { position: [0, 0, 1] } }]), {});
  scene.add(triangleMesh([0, 0, 0, 1, 0, 0, 0, 1, 0], [0, 1, 2]), { position: [1, 1, 1] });
  scene.add(heightField([0, 0, 0, 1], { columns: 2, rows: 2, spacing: 1 }), {});
  for (const body of scene.bodies.filter(({ id }) => id % 5 === 0)) body.remove();
  return scene;
}

describe('a snapshot', () => {
  it('restores bodies, ids, poses and everything that follows from them', () => {
    const scene = sample();
    const again = Scene.restore(scene.snapshot());
    expect(again.snapshot()).toEqual(scene.snapshot());
    const facts = ({ bodies }: Scene): unknown[] =>
      bodies.map(({ id, name, group, mask, pose }) => [id, name, group, mask, [...pose]]);
    expect(facts(again)).toEqual(facts(scene));
    expect(namesOf(again.pairs())).toEqual(namesOf(scene.pairs()));
    const contacts = (each: Scene): unknown[] =>
      each.contacts().map(({ a, b, distance }) => [a.id, b.id, distance.toFixed(9)]);
    expect(contacts(again)).toEqual(contacts(scene));
    expect(again.add(sphere(1), {}).id).toBe(scene.add(sphere(1), {}).id);
    // A shape shared by several bodies is still shared.
    expect(new Set(again.bodies.map(({ shape }) => shape)).size).toBe(
      new Set(scene.bodies.map(({ shape }) => shape)).size,
    );
  });

  it('takes the filter as an option', () => {
    const scene = new Scene({ filter: () => true });
    scene.add(sphere(1), {});
    scene.add(sphere(1), {});
    expect(Scene.restore(scene.snapshot(), { filter: () => false }).pairs()).toEqual([]);
  });

  it('that is truncated, changed or something else is rejected', () => {
    const bytes = sample().snapshot();
    const refusals: [Uint8Array, RegExp][] = [
      [bytes.subarray(0, bytes.length - 1), /it has \d+ bytes instead of/],
      [bytes.subarray(0, 5), /not a snapshot/],
      [new Uint8Array(0), /not a snapshot/],
      [Uint8Array.of(...bytes, 0), /it has \d+ bytes instead of/],
      [Uint8Array.from(bytes, (byte, k) => (k === 100 ? byte ^ 1 : byte)), /checksum is wrong/],
      [Uint8Array.from(bytes, (byte, k) => (k === 8 ? 2 : byte)), /it has version 2/],
      [Uint8Array.from({ length: 500 }, (_, k) => k), /not a snapshot/],
    ];
    for (const [broken, message] of refusals) {
      expect(() => Scene.restore(broken)).toThrow(RangeError);
      expect(() => Scene.restore(broken)).toThrow(message);
    }
    for (let length = 0; length < bytes.length; length += 37)
      expect(() => Scene.restore(bytes.subarray(0, length))).toThrow('Scene.restore: bytes are not a valid snapshot');
    expect(() => Scene.restore('proximal' as never)).toThrow(TypeError);
  });

  it('with wrong content and a valid checksum is rejected', () => {
    const forge = (change: (data: Record<string, never>) => void): Uint8Array => {
      const bytes = new Scene().snapshot();
      const data = JSON.parse(String.fromCharCode(...sample().snapshot().subarray(20))) as Record<string, never>;
      change(data);
      const text = JSON.stringify(data);
      const forged = new Uint8Array(20 + text.length);
      forged.set(bytes.subarray(0, 12));
      for (let k = 0; k < text.length; k++) forged[20 + k] = text.charCodeAt(k);
      let hash = 0x811c9dc5;
      for (let k = 20; k < forged.length; k++) hash = Math.imul(hash ^ forged[k], 0x01000193);
      new DataView(forged.buffer).setUint32(12, text.length, true);
      new DataView(forged.buffer).setUint32(16, hash >>> 0, true);
      return forged;
    };
    const set = (target: object, name: string, value: unknown): void => {
      Object.assign(target, { [name]: value });
    };
    const changes: ((data: Record<string, never>) => void)[] = [
      (data) => set(data['bodies'][0], 'id', 99),
      (data) => set(data['bodies'][1], 'shape', 1000),
      (data) => set(data['bodies'][1], 'pose', [1, 2, 3]),
      (data) => set(data, 'shapes', 'no'),
      (data) => set(data['shapes'][0], 'kind', 'cube'),
      (data) => set(data, 'margin', -1),
      (data) => set(data, 'broadPhase', 'magic'),
    ];
    expect(Scene.restore(forge(() => {})).bodies.length).toBe(sample().bodies.length);
    for (const change of changes)
      expect(() => Scene.restore(forge(change))).toThrow(/RangeError|TypeError|give|shape|is/);
  });

  it('cannot contain custom shapes', () => {
    const scene = new Scene();
    scene.add(custom({ support: (x, y, z, out) => void out.set([Math.sign(x), Math.sign(y), Math.sign(z)]) }), {});
    expect(() => scene.snapshot()).toThrow('Scene.snapshot: shape is a Custom; a custom shape is a program');
  });
});

// Motions against dense samples: a motion that is proven free touches nothing, and where a contact is reported, a pair touches.
import { describe, expect, it } from 'vitest';
import { difference, integrate, ModelBuilder, neutral } from '../../src/dynamics/index.ts';
import { box, capsule, sphere } from '../../src/index.ts';
import { certifyMotion, type MotionResult, RobotCell } from '../../src/planning/index.ts';
import { Scene } from '../../src/scene/index.ts';
import { forAll } from '../for-all.ts';
import { leastDistance, type Place, randomCell, randomEnds } from './random-cell.ts';

/** The configuration at a time of a motion. */
function at(cell: RobotCell, from: Float64Array, to: Float64Array, time: number): Float64Array {
  const { model } = cell;
  return integrate(
    model,
    from,
    difference(model, from, to).map((x) => time * x),
  );
}

function check(cell: RobotCell, from: Float64Array, to: Float64Array, samples: number): MotionResult {
  const motion = cell.motion(from, to);
  const { status, contact, proof, freeUntil } = motion;
  for (let k = 0; k <= samples; k++) {
    const time = (freeUntil * k) / samples;
    if (time < freeUntil || status === 'free')
      expect(leastDistance(cell, at(cell, from, to, time))).toBeGreaterThan(cell.padding - 1e-9);
  }
  expect(status === 'free').toBe(proof !== null);
  expect(status === 'contact').toBe(contact !== null);
  if (contact) {
    expect(leastDistance(cell, at(cell, from, to, contact.upper))).toBeLessThan(cell.padding + 1e-9);
    expect(contact.distance).toBeLessThan(cell.padding + 1e-9);
    expect(contact.lower).toBeLessThanOrEqual(contact.upper);
    expect(Math.hypot(...contact.normal)).toBeCloseTo(1, 9);
  }
  if (proof) {
    const certificate = certifyMotion(cell, proof);
    expect(certificate).toMatchObject({ valid: true, reason: '' });
    expect(certificate.bound).toBeGreaterThan(cell.padding);
    const bounds = proof.entries.filter((_, k) => k % 8 === 7);
    // Where the search bounds a gap by balls or boxes around two solids, the certificate uses support functions, so it proves no less.
    if (bounds.length > 0) expect(certificate.bound).toBeGreaterThan(Math.min(...bounds) - 1e-9);
  }
  return motion;
}

describe('random robots and scenes', () => {
  it('agree with samples', () => {
    const counts = { free: 0, contact: 0, unknown: 0 };
    forAll({ seed: 1, cases: 80, tries: 100 }, (rng, index) => {
      const cell = randomCell(rng, index % 2 === 0);
      const [from, to] = randomEnds(rng, cell);
      counts[check(cell, from, to, 25).status]++;
    });
    expect(counts.free).toBeGreaterThan(20);
    expect(counts.contact).toBeGreaterThan(20);
    expect(counts.unknown).toBe(0);
  });

  const far = [1e4, -7e3, 3e3] as const;
  const places: readonly Place[] = [
    { unit: 1e-3, origin: [0, 0, 0] },
    { unit: 1e3, origin: [0, 0, 0] },
    { unit: 1, origin: far },
    { unit: 1e-3, origin: far },
  ];
  for (const place of places)
    it(`agree with samples in units of ${place.unit} m, ${Math.hypot(...place.origin).toFixed(0)} m away`, () => {
      const counts = { free: 0, contact: 0, unknown: 0 };
      forAll({ seed: 3, cases: 30, tries: 100 }, (rng, index) => {
        const cell = randomCell(rng, index % 2 === 0, place);
        const [from, to] = randomEnds(rng, cell);
        const { status, freeUntil, proof, contact } = cell.motion(from, to);
        counts[status]++;
        for (let k = 0; k < 25; k++) {
          const q = at(cell, from, to, (freeUntil * k) / 25);
          if (freeUntil > 0) expect(leastDistance(cell, q)).toBeGreaterThan(cell.padding - 1e-9 * place.unit);
          if (freeUntil > 0) expect(cell.isFree(q)).toBe(true);
        }
        if (contact) expect(cell.isFree(at(cell, from, to, contact.upper))).toBe(false);
        if (!proof) return;
        expect(certifyMotion(cell, proof)).toMatchObject({ valid: true, reason: '' });
        if (proof.count === 0) return;
        // A proof without one of its intervals.
        const entries = proof.entries.subarray(0, 8 * (proof.count - 1));
        expect(certifyMotion(cell, { ...proof, entries }).valid).toBe(false);
      });
      expect(counts.free).toBeGreaterThan(10);
      expect(counts.contact).toBeGreaterThan(3);
    });

  it('have the same status backward', () => {
    forAll({ seed: 2, cases: 60, tries: 100 }, (rng) => {
      const cell = randomCell(rng);
      const [from, to] = randomEnds(rng, cell);
      expect(cell.motion(to, from).status).toBe(cell.motion(from, to).status);
    });
  });
});

/** A ball on a slider along x, with a block in its way. */
function slider(): RobotCell {
  const model = new ModelBuilder()
    .link('carriage', { mass: 1, inertia: [1, 1, 1] })
    .joint('rail', { kind: 'prismatic', parent: 'world', child: 'carriage', axis: [1, 0, 0], lower: -10, upper: 10 })
    .geometry('carriage', { shape: sphere(0.1) })
    .build();
  const scene = new Scene();
  scene.add(box(0.5, 0.5, 0.5), { position: [2, 0, 0] }, { name: 'block' });
  return new RobotCell({ model, scene });
}

describe('cases with known answers', () => {
  it('finds the first contact of a slider', () => {
    const cell = slider();
    const { contact, freeUntil, reason } = cell.motion(Float64Array.of(0), Float64Array.of(4));
    // The ball touches at x = 1.4.
    expect(contact?.lower).toBeLessThanOrEqual(0.35);
    expect(contact?.upper).toBeGreaterThanOrEqual(0.35 - 1e-12);
    expect((contact?.upper ?? 0) - (contact?.lower ?? 0)).toBeLessThan(1e-6);
    expect(freeUntil).toBe(contact?.lower);
    expect(contact).toMatchObject({ a: 'carriage', b: 'block' });
    expect(contact?.normal[0]).toBeCloseTo(1, 6);
    expect(contact?.point[0]).toBeCloseTo(1.5, 5);
    expect(reason).toContain('carriage meets block');
  });

  it('finds a contact with a thin obstacle, and proves a motion that starts beside it', () => {
    const cell = slider();
    cell.scene?.add(box(1e-6, 1, 1), { position: [-1.234, 0, 0] }, { name: 'foil' });
    cell.update();
    expect(cell.motion(Float64Array.of(-3), Float64Array.of(0)).contact).toMatchObject({ b: 'foil' });
    expect(cell.motion(Float64Array.of(-1.1), Float64Array.of(1.3)).status).toBe('free');
  });

  it('turns a long thin arm by several turns', () => {
    const model = new ModelBuilder()
      .link('arm', { mass: 1, inertia: [1, 1, 1] })
      .joint('hinge', { kind: 'continuous', parent: 'world', child: 'arm', axis: [0, 0, 1] })
      .geometry('arm', {
        shape: capsule(0.001, 1),
        pose: { position: [1, 0, 0], rotation: [0, Math.SQRT1_2, 0, Math.SQRT1_2] },
      })
      .build();
    const scene = new Scene();
    const ball = scene.add(sphere(0.1), { position: [0, 2.2, 0] }, { name: 'ball' });
    const cell = new RobotCell({ model, scene });
    const [from, to] = [Float64Array.of(0), Float64Array.of(20)];
    check(cell, from, to, 100);
    expect(cell.motion(from, to).status).toBe('free');
    ball.setPose({ position: [0, 2, 0] });
    cell.update();
    const { contact } = check(cell, from, to, 100);
    // The tip's circle meets the ball before a quarter turn.
    expect((contact?.upper ?? 0) * 20).toBeLessThan(Math.PI / 2);
    expect((contact?.lower ?? 0) * 20).toBeGreaterThan(Math.PI / 2 - 0.1);
  });

  it('is undecided where two solids only graze each other, with a reason', () => {
    const cell = slider();
    cell.scene?.add(box(0.1, 0.1, 0.1), { position: [-2, 0.2 + 1e-13, 0] }, { name: 'near' });
    cell.update();
    const motion = cell.motion(Float64Array.of(-4), Float64Array.of(0), { leastInterval: 1e-4 });
    expect(motion.status).toBe('unknown');
    expect(motion.reason).toMatch(/carriage and near almost touch at time 0\.\d+: their distance is /);
    expect(motion.freeUntil).toBeGreaterThan(0.3);
    expect(motion.proof).toBeNull();
    const limited = cell.motion(Float64Array.of(-4), Float64Array.of(0), { maxIntervals: 2 });
    expect(limited.status).toBe('unknown');
  });

  it('proves a motion that passes at a distance of a micrometer', () => {
    const cell = slider();
    cell.scene?.add(box(0.1, 0.1, 0.1), { position: [-2, 0.2 + 1e-6, 0] }, { name: 'near' });
    cell.update();
    const motion = check(cell, Float64Array.of(-4), Float64Array.of(0), 50);
    expect(motion.status).toBe('free');
    expect(motion.intervals).toBeLessThan(200);
  });

  it('proves a motion between equal configurations', () => {
    const cell = slider();
    expect(cell.motion(Float64Array.of(0), Float64Array.of(0)).status).toBe('free');
    expect(cell.motion(Float64Array.of(2), Float64Array.of(2)).contact).toMatchObject({ b: 'block' });
  });
});

describe('certifyMotion', () => {
  it('refuses proofs that were changed', () => {
    forAll({ seed: 5, cases: 40, tries: 100 }, (rng) => {
      const cell = randomCell(rng);
      const [from, to] = randomEnds(rng, cell);
      const { proof } = cell.motion(from, to);
      if (!proof || proof.count === 0) return;
      const entries = proof.entries.slice();
      const at = 8 * rng.index(proof.count);
      const missing = Float64Array.from([...entries.subarray(0, at), ...entries.subarray(at + 8)]);
      expect(certifyMotion(cell, { ...proof, entries: missing })).toMatchObject({ valid: false });
      // A plane on the wrong side.
      const isPlane = entries[at + 4] ** 2 + entries[at + 5] ** 2 + entries[at + 6] ** 2 > 0;
      for (let k = 4; k < 7; k++) entries[at + k] *= -1;
      if (isPlane) expect(certifyMotion(cell, { ...proof, entries })).toMatchObject({ valid: false });
      const long = Float64Array.from(proof.entries, (x, k) => (k % 8 === 4 ? 2 * x + 1 : x));
      expect(certifyMotion(cell, { ...proof, entries: long }).valid).toBe(false);
    });
  });

  it('refuses proofs of other motions, and motions that do not follow each other', () => {
    const cell = slider();
    const proof = cell.motion(Float64Array.of(0), Float64Array.of(1)).proof as NonNullable<MotionResult['proof']>;
    expect(certifyMotion(cell, { ...proof, to: Float64Array.of(2) }).reason).toContain(
      'carriage and block are not proven apart',
    );
    const later = cell.motion(Float64Array.of(0.5), Float64Array.of(1)).proof as NonNullable<MotionResult['proof']>;
    expect(certifyMotion(cell, [proof, later]).reason).toContain('does not start where');
    const back = cell.motion(Float64Array.of(1), Float64Array.of(0.5)).proof as NonNullable<MotionResult['proof']>;
    expect(certifyMotion(cell, [proof, back]).valid).toBe(true);
    expect(neutral(cell.model)).toEqual(Float64Array.of(0));
  });
});

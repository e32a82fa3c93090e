// The sweep on one contact or bilateral triple: closed forms of Coulomb's law, and an oracle that searches for the direction of sliding.
import { describe, expect, it } from 'vitest';
import * as BodyState from '../../kernel/contact/blocks/body-state.ts';
import * as Workspace from '../../kernel/contact/blocks/contact-workspace.ts';
import { STATUS_CONVERGED, TABLE_SIZE } from '../../kernel/contact/constants.ts';
import { addTriple, contactRows, openBlock, ownBlock, timesTriple } from '../../kernel/contact/rows.ts';
import { solveIsland } from '../../kernel/contact/solve.ts';
import { sti } from '../../kernel/port/memory.ts';
import type { Rng, Vec3 } from '../../src/math/index.ts';
import { forAll } from '../for-all.ts';
import { claim, cross, dot, minus, read, write } from './memory.ts';

const seed = 75;

const setIntegerArrays = [
  Workspace.setMovers,
  Workspace.setMoverIndices,
  Workspace.setStarts,
  Workspace.setFirsts,
  Workspace.setWidths,
  Workspace.setMembers,
  Workspace.setOrder,
  Workspace.setPairs,
  Workspace.setTable,
];
const setNumberArrays = [
  Workspace.setSweptVelocity,
  Workspace.setJacobian,
  Workspace.setResponse,
  Workspace.setInverseVirtualMasses,
  Workspace.setVelocity,
  Workspace.setFreeVelocity,
  Workspace.setReference,
  Workspace.setCompliance,
  Workspace.setLambda,
  Workspace.setSigma,
  Workspace.setDiagonal,
  Workspace.setSteps,
  Workspace.setCouplings,
  Workspace.setInverseDiagonals,
  Workspace.setFriction,
  Workspace.setRowVelocityBefore,
  Workspace.setVelocityBefore,
  Workspace.setUnconstrainedVelocity,
  Workspace.setPoints,
  Workspace.setFrames,
  Workspace.setStates,
  Workspace.setBiasVelocities,
  Workspace.setTotalCompliances,
  Workspace.setChanges,
  Workspace.setSwept,
];
/** The size of every array, sufficient for two triples and two members. */
const arraySize = 2 * BodyState.SIZE;

/** A workspace whose members have these widths, without triples. */
function workspace(widths: readonly number[], isFree = 0): number {
  const r = claim(Workspace.SIZE);
  for (const set of setIntegerArrays) set(r, 2 * claim(arraySize));
  for (const set of setNumberArrays) set(r, claim(arraySize));
  let first = 0;
  for (const [k, width] of widths.entries()) {
    for (const [n, x] of [width, first, isFree].entries()) sti(Workspace.table(r) + TABLE_SIZE * k + n, x);
    first += width;
  }
  Workspace.setLimit(r, 1);
  Workspace.setTolerance(r, 1e-12);
  Workspace.setRelative(r, 0);
  Workspace.setRelaxation(r, 1);
  return r;
}

interface Contact {
  readonly velocity: Vec3;
  readonly friction: number;
}

/** A particle that touches the world, with axes t1, t2, n. */
function particle(mass: number, { velocity, friction }: Contact): number {
  const r = workspace([3]);
  addTriple(r);
  const start = openBlock(r, 0, 0);
  write(Workspace.jacobian(r) + start, [1, 0, 0, 0, 1, 0, 0, 0, 1]);
  write(
    Workspace.response(r) + start,
    [1, 0, 0, 0, 1, 0, 0, 0, 1].map((x) => x / mass),
  );
  write(Workspace.freeVelocity(r), velocity);
  write(Workspace.friction(r), [friction]);
  return r;
}

const impulseOf = (r: number): number[] => read(Workspace.lambda(r), 3);
const velocityOf = (r: number): number[] => read(Workspace.sigma(r), 3);

describe('one sweep over a particle', () => {
  it.each([
    { name: 'separating: no impulse', velocity: [0.3, 0.1, 0.5], friction: 0.5, impulse: [0, 0, 0] },
    { name: 'sticking: the particle stops', velocity: [0.3, -0.4, -2], friction: 0.5, impulse: [-0.6, 0.8, 4] },
    { name: 'sliding: µ λ_N against the slip', velocity: [3, -4, -2], friction: 0.5, impulse: [-1.2, 1.6, 4] },
    {
      name: 'frictionless: the tangential velocity is unchanged',
      velocity: [3, -4, -2],
      friction: 0,
      impulse: [0, 0, 4],
    },
    { name: 'at the edge of sticking', velocity: [0.6, -0.8, -2], friction: 0.5, impulse: [-1.2, 1.6, 4] },
  ] as const)('$name', ({ velocity, friction, impulse }) => {
    const mass = 2;
    const r = particle(mass, { velocity: [...velocity], friction });
    expect(solveIsland(r, 0, 1)).toBe(STATUS_CONVERGED);
    expect(Workspace.checked(r)).toBeLessThanOrEqual(1);
    for (let k = 0; k < 3; k++) {
      expect(impulseOf(r)[k]).toBeCloseTo(impulse[k], 14);
      expect(velocityOf(r)[k]).toBeCloseTo(velocity[k] + impulse[k] / mass, 14);
    }
  });

  it('stops at the reference velocity, less R λ with a compliance R', () => {
    const r = particle(1, { velocity: [0, 0, -3], friction: 0.5 });
    write(Workspace.reference(r), [0, 0, 0.5]);
    write(Workspace.compliance(r), [0, 0, 0.25]);
    expect(solveIsland(r, 0, 1)).toBe(STATUS_CONVERGED);
    // (1/m + R) λ_N = c* − v_N with m = 1, R = 0.25, c* = 0.5 and v_N = −3.
    expect(impulseOf(r)[2]).toBeCloseTo(3.5 / 1.25, 14);
  });

  it('stops a bilateral triple in every direction', () => {
    const r = particle(2, { velocity: [1, -2, 3], friction: 0 });
    Workspace.setBilateral(r, 1);
    expect(solveIsland(r, 0, 1)).toBe(STATUS_CONVERGED);
    expect(impulseOf(r)).toEqual([-2, 4, -6]);
    expect(velocityOf(r)).toEqual([0, 0, 0]);
  });
});

/** Writes a random pose and inverse mass matrix of a free body: diagonal, or with products of inertia. */
function randomBody(rng: Rng, r: number, member: number): void {
  const state = Workspace.states(r) + BodyState.SIZE * member;
  const [x, y, z, w] = rng.rotation();
  write(state + BodyState.POSITION, rng.direction());
  write(state + BodyState.ROTATION, [
    ...[1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
    ...[2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
    ...[2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
  ]);
  const isDiagonal = rng.uniform() < 0.5;
  const product = isDiagonal ? 0 : 0.5;
  const inverseMass = rng.uniform(0.5, 2);
  const inverse = Array.from({ length: 36 }, (_, k) => {
    const [row, column] = [Math.floor(k / 6), k % 6];
    if (row === column) return row < 3 ? inverseMass : 2 + row;
    return row >= 3 && column >= 3 ? product : 0;
  });
  write(state + BodyState.INVERSE, inverse);
  BodyState.setIsDiagonal(state, isDiagonal ? 1 : 0);
}

/** A contact of one free body or of two, with a random point and frame. */
function bodies(rng: Rng, count: 1 | 2): { r: number; point: Vec3; frame: readonly Vec3[] } {
  const r = workspace(count === 1 ? [6] : [6, 6], 1);
  for (let k = 0; k < count; k++) randomBody(rng, r, k);
  const normal = rng.direction();
  const across = cross(normal, rng.direction());
  const first = across.map((x) => x / Math.hypot(...across)) as Vec3;
  const frame = [first, cross(normal, first), normal];
  const point = rng.direction();
  write(Workspace.points(r), point);
  write(Workspace.frames(r), frame.flat());
  sti(Workspace.pairs(r), count === 1 ? -1 : 1);
  sti(Workspace.pairs(r) + 1, 0);
  contactRows(r, 1);
  return { r, point, frame };
}

/**
 * λ of the NCP of one contact: 0 if g_N ≥ 0, else −G⁻¹ g if it is in the friction cone, else λ_T = −µ λ_N e with σ_T along e and σ_N = 0, where the
 * angle of e is found by bisection.
 */
function oracle(G: readonly number[], g: readonly number[], mu: number): number[] {
  const rows = [0, 1, 2].map((k) => G.slice(3 * k, 3 * k + 3) as Vec3);
  const sigma = (impulse: Vec3): number[] => rows.map((row, k) => dot(row, impulse) + g[k]);
  if (g[2] >= 0) return [0, 0, 0];
  // Cramer's rule for G λ = −g.
  const determinant = dot(rows[0], cross(rows[1], rows[2]));
  const columns = [cross(rows[1], rows[2]), cross(rows[2], rows[0]), cross(rows[0], rows[1])];
  const sticking = [0, 1, 2].map((k) => -columns.reduce((sum, column, n) => sum + column[k] * g[n], 0) / determinant);
  if (Math.hypot(sticking[0], sticking[1]) <= mu * sticking[2]) return sticking;
  const sliding = (angle: number): Vec3 => {
    const [x, y] = [-mu * Math.cos(angle), -mu * Math.sin(angle)];
    const normal = -g[2] / (rows[2][0] * x + rows[2][1] * y + rows[2][2]);
    return [x * normal, y * normal, normal];
  };
  const slipAcross = (angle: number): number => {
    const [x, y] = sigma(sliding(angle));
    return x * Math.sin(angle) - y * Math.cos(angle);
  };
  for (let k = 0; k < 360; k++) {
    let [low, high] = [(k * Math.PI) / 180, ((k + 1) * Math.PI) / 180];
    if (slipAcross(low) * slipAcross(high) > 0) continue;
    for (let n = 0; n < 60; n++) {
      const middle = (low + high) / 2;
      if (slipAcross(low) * slipAcross(middle) <= 0) high = middle;
      else low = middle;
    }
    const [x, y] = sigma(sliding(low));
    if (sliding(low)[2] > 0 && x * Math.cos(low) + y * Math.sin(low) > 0) return sliding(low);
  }
  throw new Error('no direction of sliding');
}

describe('a contact of free bodies', () => {
  it(`has rows that give the velocity of its point (seed ${seed})`, () => {
    forAll({ seed, cases: 20 }, (rng) => {
      const { r, point, frame } = bodies(rng, 1);
      const state = Workspace.states(r);
      const body = read(state + BodyState.ROTATION, 9);
      // Velocities are in the body's axes.
      const toWorld = (v: Vec3): Vec3 => [0, 1, 2].map((k) => dot(body.slice(3 * k, 3 * k + 3) as Vec3, v)) as Vec3;
      const [linear, angular] = [rng.direction(), rng.direction()];
      const arm = minus(point, read(state + BodyState.POSITION, 3) as Vec3);
      const spin = cross(toWorld(angular), arm);
      const velocity = toWorld(linear).map((x, k) => x + spin[k]) as Vec3;
      write(Workspace.velocityBefore(r), [...linear, ...angular]);
      timesTriple(r, 0, Workspace.velocityBefore(r), Workspace.rowVelocityBefore(r));
      const rowVelocity = read(Workspace.rowVelocityBefore(r), 3);
      for (let k = 0; k < 3; k++) expect(rowVelocity[k]).toBeCloseTo(dot(frame[k], velocity), 13);
    });
  });

  it.each([1, 2] as const)(`satisfies Coulomb's law, with %i bodies (seed ${seed})`, (count) => {
    const counts = { open: 0, stick: 0, slide: 0 };
    forAll({ seed: seed + count, cases: 60 }, (rng, round) => {
      const { r } = bodies(rng, count);
      Workspace.setLimit(r, 10_000);
      Workspace.setAccelerated(r, round % 2);
      // Mostly along the normal, so that some stick.
      const free = rng.direction().map((x, k) => (k === 2 ? x : 0.3 * x));
      const mu = rng.uniform(0.1, 1);
      write(Workspace.freeVelocity(r), free);
      write(Workspace.friction(r), [mu]);
      ownBlock(r, 0, r + Workspace.BLOCK);
      const expected = oracle(read(r + Workspace.BLOCK, 9), free, mu);
      expect(solveIsland(r, 0, 1)).toBe(STATUS_CONVERGED);
      const impulse = impulseOf(r);
      expect(Math.max(...impulse.map((x, k) => Math.abs(x - expected[k])))).toBeLessThan(1e-9);
      const isSliding = Math.hypot(impulse[0], impulse[1]) > (mu - 1e-9) * impulse[2];
      counts[impulse[2] === 0 ? 'open' : isSliding ? 'slide' : 'stick']++;
    });
    expect(Math.min(...Object.values(counts))).toBeGreaterThan(5);
  });
});

// The derivatives of a whole step, assembled from its islands, as matrices or in reverse mode.
import { checkOptions } from '../../check/argument.ts';
import {
  curvatureOptionNames,
  type DerivativeOptions,
  readDerivativeSettings,
} from '../../derivatives/derivative-options.ts';
import type { Member } from '../member.ts';
import { addTo, Dense } from './dense.ts';
import type { LinearIsland, StepKink } from './linear-island.ts';
import type { LinearizeOptions } from './linearize-options.ts';
import { type ParameterWorld, resolveParameters, type StepParameter } from './parameters.ts';
import { type ProjectionMatrix, product } from './projection-matrix.ts';
import { type RandomizedOptions, type RandomizedSettings, readRandomized } from './randomized.ts';

/** A matrix of numbers by rows. */
export interface Matrix {
  readonly rows: number;
  readonly columns: number;
  readonly values: Float64Array;
}

/**
 * Options of a step's derivatives: the parameters, and the estimator of collision detection's derivatives (see `differentiate` in
 * `proximal/derivatives`), `'exact'` by default. `noiseOn` is `'normal'` by default, because touching bodies have no separation
 * vector.
 * @example
 * ```ts
 * const options: StepDerivativeOptions = { parameters: [{ kind: 'friction' }], estimator: 'gumbel' };
 * ```
 */
export interface StepDerivativeOptions extends Omit<DerivativeOptions, 'withRespectTo' | 'result'> {
  /** Default: none. */
  readonly parameters?: readonly StepParameter[];
  /** Differentiates the smoothed step instead, the mean over states around the present one. Default: no smoothing. */
  readonly randomized?: RandomizedOptions;
}

/** Validated options, with defaults filled in. */
export interface StepSettings extends LinearizeOptions {
  readonly randomized: RandomizedSettings | undefined;
}

/**
 * Derivatives of the state after a step: first nv rows of positions, in the tangent space of the configuration, then nv rows of
 * velocities.
 */
export interface StepDerivatives {
  /** By the state before the step, in the same order: 2 nv × 2 nv. */
  readonly dState: Matrix;
  /** By the joints' torques: 2 nv × nv. */
  readonly dTorque: Matrix;
  /** By the given parameters, one column each: 2 nv × number of parameters. */
  readonly dParameters: Matrix;
  /**
   * The kinks of the step; empty if the step is differentiable. At a kink the derivatives are one-sided. A contact may be listed
   * although it has no effect, such as the fourth leg of a table that rests on three.
   */
  readonly kinks: readonly StepKink[];
}

export function readStepOptions(where: string, options: StepDerivativeOptions, world: ParameterWorld): StepSettings {
  checkOptions(where, 'options', options, [...curvatureOptionNames, 'parameters', 'randomized']);
  const { parameters = [], randomized, ...curvature } = options;
  const collision: DerivativeOptions = { estimator: 'exact', noiseOn: 'normal', ...curvature };
  readDerivativeSettings(where, collision);
  return {
    collision,
    parameters: resolveParameters(where, parameters, world),
    randomized: randomized === undefined ? undefined : readRandomized(where, randomized),
  };
}

/** Memory for the matrices of a step, except for those of the parameters. */
export interface StepMatrices {
  /** 2 nv × 2 nv numbers. */
  readonly dState: Float64Array;
  /** 2 nv × nv numbers. */
  readonly dTorque: Float64Array;
}

const none = new Float64Array(0);

/** The matrices of a step with `n` velocities and some parameters. @param out memory for `dState` and `dTorque`; new arrays by default */
export function assemble(
  islands: readonly LinearIsland[],
  n: number,
  parameters: number,
  out?: StepMatrices,
): StepDerivatives {
  const matrix = (columns: number, values: Float64Array = new Float64Array(2 * n * columns)): Matrix => ({
    rows: 2 * n,
    columns,
    values,
  });
  const found = {
    dState: matrix(2 * n, out?.dState.fill(0)),
    dTorque: matrix(n, out?.dTorque.fill(0)),
    dParameters: parameters === 0 ? { rows: 2 * n, columns: 0, values: none } : matrix(parameters),
  };
  for (const island of islands) addIsland(island, n, found);
  return { ...found, kinks: islands.flatMap(({ kinks }) => kinks) };
}

type Matrices = Omit<StepDerivatives, 'kinks'>;

/** Solves for δv⁺, applies the motions before and after the solve, and writes the rows and columns of the whole matrices. */
function addIsland(island: LinearIsland, n: number, found: Matrices): void {
  const solved = island.solveColumns();
  const wide = island.width + island.n;
  const shifts = island.correction?.solveColumns(solved);
  const { workspace } = island;
  const [position, velocity] = [workspace.zero(island.n, wide), workspace.zero(island.n, wide)];
  for (const [k, { first, member }] of island.placed.entries()) {
    const { nv } = member.model;
    const { ofPosition, ofVelocity, parameters } = island.tangents[k];
    const rowsOf = (matrix: Dense): Dense => matrix.slice(first, first + nv);
    for (const [all, { byStart, byVelocity, byShift, byParameters }] of [
      [position, ofPosition],
      [velocity, ofVelocity],
    ] as const) {
      const out = rowsOf(all).addProduct(byVelocity, rowsOf(solved));
      if (shifts && byShift) out.addProduct(byShift, rowsOf(shifts));
      out.block(0, first, nv, nv).add(byStart);
      parameters.forEach((parameter, p) => {
        out.block(0, 2 * island.n + parameter, nv, 1).add(byParameters.block(0, p, nv, 1));
      });
    }
  }
  for (const projection of island.projections) applyProjection(island, projection, position, velocity, wide);
  for (const firstHalf of island.firstHalves)
    for (const matrix of [position, velocity]) applyFirstHalf(island, firstHalf, matrix);
  for (const { first, member } of island.placed)
    for (let i = 0; i < member.model.nv; i++) {
      writeRow(island, position, first + i, member.firstV + i, n, found);
      writeRow(island, velocity, first + i, n + member.firstV + i, n, found);
    }
}

/** Replaces the rows of a member's positions and velocities by the rows after its loops were closed. */
function applyProjection(
  island: LinearIsland,
  { member, state, parameters }: ProjectionMatrix,
  position: Dense,
  velocity: Dense,
  wide: number,
): void {
  const { nv } = member.model;
  const first = firstOf(island, member);
  const before = new Dense(2 * nv, wide, island.workspace.array(2 * nv * wide));
  const [ofPosition, ofVelocity] = [position, velocity].map((matrix) => matrix.slice(first, first + nv));
  before.slice(0, nv).set(ofPosition);
  before.slice(nv, 2 * nv).set(ofVelocity);
  const after = product(state, before.values, 2 * nv, 2 * nv, wide);
  for (let i = 0; i < 2 * nv; i++)
    for (let p = 0; p < island.parameters; p++)
      after[i * wide + 2 * island.n + p] += parameters[i * island.parameters + p];
  ofPosition.set(new Dense(nv, wide, after));
  ofVelocity.set(new Dense(nv, wide, after, nv * wide));
}

/** Replaces the columns of a member's state before forces and contacts act by the columns of its state before the first free motion. */
function applyFirstHalf(island: LinearIsland, { member, state, parameters }: ProjectionMatrix, matrix: Dense): void {
  const { nv } = member.model;
  const first = firstOf(island, member);
  const [position, velocity] = [0, island.n].map((from) => matrix.block(0, from + first, island.n, nv));
  const byMiddle = Dense.zero(island.n, 2 * nv);
  byMiddle.block(0, 0, island.n, nv).set(position);
  byMiddle.block(0, nv, island.n, nv).set(velocity);
  const before = Dense.zero(island.n, 2 * nv).addProduct(byMiddle, new Dense(2 * nv, 2 * nv, state));
  position.set(before.block(0, 0, island.n, nv));
  velocity.set(before.block(0, nv, island.n, nv));
  matrix
    .block(0, 2 * island.n, island.n, island.parameters)
    .addProduct(byMiddle, new Dense(2 * nv, island.parameters, parameters));
}

/** The index of a member's first coordinate in its island. */
function firstOf({ placed }: LinearIsland, member: Member): number {
  return placed.find((each) => each.member === member)?.first as number;
}

/** Copies row `i` of an island to the whole matrices. */
function writeRow(
  { n: count, width, parameters, placed }: LinearIsland,
  { values: from, start, stride }: Dense,
  i: number,
  row: number,
  n: number,
  { dState, dTorque, dParameters }: Matrices,
): void {
  const [state, torque, parameter] = [dState.values, dTorque.values, dParameters.values];
  const at = start + i * stride;
  for (let m = 0; m < placed.length; m++) {
    const { first, member } = placed[m];
    const { nv } = member.model;
    const source = at + first;
    const byState = 2 * n * row + member.firstV;
    const byTorque = n * row + member.firstV;
    for (let c = 0; c < nv; c++) {
      state[byState + c] = from[source + c];
      state[byState + n + c] = from[source + count + c];
      torque[byTorque + c] = from[source + width + c];
    }
  }
  for (let p = 0; p < parameters; p++) parameter[row * parameters + p] = from[at + 2 * count + p];
}

/** The global index of each coordinate of an island. */
function globalsOf({ placed }: LinearIsland): readonly number[] {
  const global: number[] = [];
  for (const { member } of placed) for (let k = 0; k < member.model.nv; k++) global.push(member.firstV + k);
  return global;
}

/** Cotangents: nv numbers for positions, velocities and torques, and one for each parameter. */
export interface Cotangent {
  readonly q: Float64Array;
  readonly v: Float64Array;
  readonly torques: Float64Array;
  readonly parameters: Float64Array;
}

/**
 * Pulls a cotangent of the state after a step back to the state before it: replaces q and v, writes torques, and adds to
 * parameters.
 */
export function pullBack(islands: readonly LinearIsland[], cotangent: Cotangent): void {
  const { q, v, torques, parameters } = cotangent;
  for (const island of islands) {
    const global = globalsOf(island);
    for (const projection of island.projections) pullBackProjection(projection, cotangent);
    const [g, startCotangent, shiftCotangent] = [0, 1, 2].map(() => new Float64Array(island.n));
    for (const [k, { first, member }] of island.placed.entries()) {
      const { nv } = member.model;
      const { ofPosition, ofVelocity, parameters: parameterIndices } = island.tangents[k];
      for (const [given, { byStart, byVelocity, byShift, byParameters }] of [
        [q, ofPosition],
        [v, ofVelocity],
      ] as const) {
        const from = given.slice(member.firstV, member.firstV + nv);
        const part = (all: Float64Array): Float64Array => all.subarray(first, first + nv);
        addTo(part(g), 1, byVelocity.combine(from));
        addTo(part(startCotangent), 1, byStart.combine(from));
        if (byShift) addTo(part(shiftCotangent), 1, byShift.combine(from));
        byParameters.combine(from).forEach((x, p) => {
          parameters[parameterIndices[p]] += x;
        });
      }
    }
    const corrected = island.correction?.pullBack(shiftCotangent, g);
    const found = island.pullBack(island.workspace.copyOf(1, island.n, g)).numbers;
    corrected?.forEach((x, k) => {
      found[k] += x;
    });
    for (let k = 0; k < island.n; k++) {
      q[global[k]] = startCotangent[k] + found[k];
      v[global[k]] = found[island.n + k];
      torques[global[k]] = found[island.width + k];
    }
    for (let p = 0; p < island.parameters; p++) parameters[p] += found[2 * island.n + p];
    for (const firstHalf of island.firstHalves) pullBackProjection(firstHalf, cotangent);
  }
}

/** Pulls the cotangent of a member's state back through the closing of its loops, or another motion. */
function pullBackProjection({ member, state, parameters: byParameters }: ProjectionMatrix, cotangent: Cotangent): void {
  const { q, v, parameters } = cotangent;
  const { model, firstV } = member;
  const { nv } = model;
  const after = new Float64Array(2 * nv);
  after.set(q.subarray(firstV, firstV + nv));
  after.set(v.subarray(firstV, firstV + nv), nv);
  const before = product(after, state, 1, 2 * nv, 2 * nv);
  product(after, byParameters, 1, 2 * nv, parameters.length).forEach((x, p) => {
    parameters[p] += x;
  });
  q.set(before.subarray(0, nv), firstV);
  v.set(before.subarray(nv), firstV);
}

/** Like `pullBack`, with the matrices of a step. */
export function pullBackMatrices({ dState, dTorque, dParameters }: StepDerivatives, cotangent: Cotangent): void {
  const { q, v, torques, parameters } = cotangent;
  const after = Float64Array.of(...q, ...v);
  const before = new Float64Array(after.length);
  torques.fill(0);
  for (const [{ columns, values }, out] of [
    [dState, before],
    [dTorque, torques],
    [dParameters, parameters],
  ] as const)
    for (let row = 0; row < after.length; row++)
      for (let c = 0; c < columns; c++) out[c] += after[row] * values[row * columns + c];
  q.set(before.subarray(0, q.length));
  v.set(before.subarray(q.length));
}

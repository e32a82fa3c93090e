// The outer integral over the meridians: adaptive, by halving wherever halving still changes something.
import { cos, sin } from '../math/elementary.ts';
import type { MomentSums } from './mass.ts';
import type { MeridianIntegrator } from './meridian.ts';
import { boole, integralCount, sumsOfMeridian } from './path-integrals.ts';

/** A range of angles with nine equidistant meridians. */
interface Range {
  readonly panel: number;
  readonly from: number;
  readonly to: number;
  /** What each of the nine meridians adds to the ten moments for each radian. */
  readonly nodes: Float64Array;
  /** The moments from the two halves. */
  readonly sums: MomentSums;
  /** How far they are from the moments from every other meridian. */
  readonly changes: MomentSums;
  /** What part of the changes is taken for the error. */
  readonly trust: number;
  /** The meridians' own errors, integrated. */
  readonly inner: number;
}

/** What the integral over all meridians came to. */
export interface AzimuthIntegral {
  readonly sums: MomentSums;
  /** Estimated error of the volume and the moments, relative to the volume and the radius of gyration. */
  readonly error: number;
}

/**
 * The angles begin as four quarters, because edges of common bodies lie along axes. The outermost meridians of each
 * stand a little inside, where there is no tie between two such edges; they also stand for the sliver outside.
 */
const quarters = 4;
const quarter = (2 * Math.PI) / quarters;
const inset = 1e-8;

/** Halving a piece of a path by a rule of sixth order leaves a 64th of the error that it shows; a part is claimed. */
const innerGain = 16;

/**
 * The ten moments over all meridians, relative to the origin of the integrator's support.
 * @param target the estimated relative error at which it is good enough
 */
export function integrateAzimuth(integrator: MeridianIntegrator, target: number): AzimuthIntegral {
  const whole = Array.from({ length: quarters }, (_, panel) => ({
    panel,
    from: 0,
    to: 1,
    known: new Float64Array(0),
    parentChange: 0,
  }));
  let ranges = computeRanges(integrator, whole);
  let meridians = 9 * quarters;
  for (;;) {
    const sums = new Float64Array(10);
    for (const range of ranges) for (let k = 0; k < 10; k++) sums[k] += range.sums[k];
    const scales = scalesOf(sums);
    const errors = ranges.map((range) => errorOf(range, scales));
    const total = errors.reduce((sum, error) => sum + error, 0);
    const inner = ranges.reduce((sum, range) => sum + range.inner, 0) / scales[0];
    // The worst ranges are halved, until the others would do, or as many as there are calls left for.
    const affordable = Math.floor((integrator.remaining * meridians) / (8 * integrator.calls));
    if (total <= target || affordable === 0) return { sums, error: total + inner };
    const order = [...ranges.keys()].sort((a, b) => errors[b] - errors[a]);
    let rest = total;
    let count = 0;
    while (count < Math.min(order.length, affordable) && rest > target / 2) rest -= errors[order[count++]];
    meridians += 8 * count;
    const halved = order.slice(0, count).flatMap((index) => halves(ranges[index]));
    ranges = [...order.slice(count).map((index) => ranges[index]), ...computeRanges(integrator, halved)];
  }
}

/** The size of each moment: V, V g and V g², g being the mean radius of gyration along an axis. */
function scalesOf(sums: MomentSums): MomentSums {
  const volume = Math.abs(sums[0]);
  const square = Math.abs(sums[4] + sums[7] + sums[9]) / 3;
  const first = Math.sqrt(volume * square);
  return Float64Array.of(volume, first, first, first, square, square, square, square, square, square);
}

function errorOf(range: Range, scales: MomentSums): number {
  let error = 0;
  for (let k = 0; k < 10; k++) error = Math.max(error, range.changes[k] / scales[k]);
  return range.trust * error;
}

interface Request {
  readonly panel: number;
  readonly from: number;
  readonly to: number;
  /** The five known nodes, or none. */
  readonly known: Float64Array;
  /** The largest change of the range that was halved. */
  readonly parentChange: number;
}

function halves({ panel, from, to, nodes, changes }: Range): Request[] {
  const parentChange = Math.max(...changes);
  const middle = (from + to) / 2;
  return [
    { panel, from, to: middle, known: nodes.subarray(0, 5 * 10), parentChange },
    { panel, from: middle, to, known: nodes.subarray(4 * 10), parentChange },
  ];
}

function angleOf(panel: number, place: number): number {
  return quarter * (panel + inset + (1 - 2 * inset) * place);
}

/** Integrates along the meridians that are missing, all in one batch. */
function computeRanges(integrator: MeridianIntegrator, requests: readonly Request[]): Range[] {
  const places = requests.map(({ known }) => (known.length > 0 ? [1, 3, 5, 7] : [0, 1, 2, 3, 4, 5, 6, 7, 8]));
  const angles = Float64Array.from(
    requests.flatMap(({ panel, from, to }, k) => places[k].map((j) => angleOf(panel, from + (j / 8) * (to - from)))),
  );
  const integrals = new Float64Array(integralCount * angles.length);
  const errors = new Float64Array(angles.length);
  integrator.integrate(angles, integrals, errors);
  let done = 0;
  return requests.map((request, k) => {
    const nodes = new Float64Array(9 * 10);
    for (let j = 0; 10 * j < request.known.length; j++) nodes.set(request.known.subarray(10 * j, 10 * j + 10), 20 * j);
    let worst = 0;
    for (const place of places[k]) {
      const angle = angles[done];
      sumsOfMeridian(integrals, integralCount * done, cos(angle), sin(angle), nodes, 10 * place);
      worst = Math.max(worst, errors[done]);
      done++;
    }
    return makeRange(request, nodes, worst);
  });
}

/**
 * Where all is smooth, halving makes a change 128 times smaller, and a 64th of it is the error left; at a jump it only
 * halves it, and the error is as large as the change. Between the two, the ratio of the changes decides.
 */
function trustIn(change: number, parentChange: number): number {
  return parentChange > 0 ? Math.min(1, Math.max(1 / 16, (8 * change) / parentChange)) : 1;
}

function makeRange({ panel, from, to, parentChange }: Request, nodes: Float64Array, worst: number): Range {
  const width = (to - from) * (1 - 2 * inset) * quarter;
  const slivers = [from === 0 ? inset * quarter : 0, to === 1 ? inset * quarter : 0];
  const sums = new Float64Array(10);
  const changes = new Float64Array(10);
  for (let c = 0; c < 10; c++) {
    let coarse = 0;
    let fine = 0;
    for (let k = 0; k < 5; k++) {
      coarse += (width / 90) * boole[k] * nodes[20 * k + c];
      fine += (width / 180) * boole[k] * (nodes[10 * k + c] + nodes[40 + 10 * k + c]);
    }
    sums[c] = fine + slivers[0] * nodes[c] + slivers[1] * nodes[80 + c];
    changes[c] = Math.abs(fine - coarse);
  }
  const trust = trustIn(Math.max(...changes), parentChange);
  return { panel, from, to, nodes, sums, changes, trust, inner: (width * worst) / innerGain };
}

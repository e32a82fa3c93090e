// Integrals over a convex body from its support points along meridians of directions.
//
// Let e be an axis, a(φ) the horizontal directions and b = a′. Write H(φ, z) for the support function, along a, of the
// body's slice at height z. The slice's farthest point x = Ha + H′b is also the body's support point p along some
// direction a cos θ + e sin θ of the meridian φ, and by the envelope theorem H′ = b·p. The slice has the area
// ½ ∮ H (H + H″) dφ. Partial integration eliminates H″, which may be a measure. So with H = a·p, G = b·p, z = e·p
//   V        = ½ ∫dφ ∫ (H² − G²) dz
//   ∫x dV    = ⅓ ∫dφ ∫ [(H³ − 3/2 HG²) a − ½ G³ b] dz
//   ∫xxᵀ dV  = ¼ ∫dφ ∫ [(H⁴ − 2H²G²) aaᵀ − ⅔ HG³ (abᵀ + baᵀ) − ⅓ G⁴ bbᵀ] dz     (x horizontal; for moments with z, multiply by powers of z)
// where the inner integrals run along the support points of one meridian, from the lowest to the highest. This holds for every
// convex body, without separate cases for faces, edges and vertices. Where p jumps along a meridian, it crosses an edge, and the
// path between is a straight chord.
import { atan2, cos, sin } from '../math/elementary.ts';
import { addChord, distance, evaluate, integralCount, quarticWeights } from './path-integrals.ts';
import { Stack } from './stack.ts';

/** Support points of a body for many directions, three numbers each. `out` may be `directions` itself. */
export type BatchSupport = (directions: Float64Array, out: Float64Array) => void;

/** The distance in t of a path's ends from the poles. The omitted part is of the order of the square of this distance. */
const poleInset = 1e-8;
/** Pieces of at most this length in t are not divided; new ones are integrated as chords. */
const shortest = 1e-12;
const startPieces = 4;
const chunk = 1024;

// Records. A point on a path is four numbers, t H G z.
/** Meridian, first point, last point: a piece of a path with only its ends known. */
const freshSize = 9;
/** Meridian, first t, last t, five equidistant nodes H G z. */
const pieceSize = 18;
/** Meridian; the piece's first point; the points before and after the jump; the piece's last point; length of the jump. */
const jumpSize = 18;

/**
 * Integrates along many meridians at a time: support points are computed in large batches. A direction of a meridian is
 * (1 − t²) a + 2t e for −1 < t < 1, whose angle is θ = 2 atan t.
 */
export class MeridianIntegrator {
  /** Support points computed so far. */
  calls = 0;
  private readonly fresh = new Stack(freshSize);
  private readonly pieces = new Stack(pieceSize);
  private readonly jumps = new Stack(jumpSize);

  /** The requested directions, which are replaced by their support points H G z. */
  private points = new Float64Array(0);
  /** The number of requested directions. */
  private requested = 0;
  /** For each requested direction its meridian and its t. */
  private owners = new Float64Array(0);
  private cosines = new Float64Array(0);
  private sines = new Float64Array(0);

  /** The jumps of each meridian so far: t and the chord H G z, four numbers each. */
  private chords: number[][] = [];
  private sums: Float64Array = new Float64Array(0);
  private errors: Float64Array = new Float64Array(0);
  private readonly nodes = new Float64Array(27);
  private readonly values = new Float64Array(9 * integralCount);
  private readonly weights = new Float64Array(15);
  private readonly fine = new Float64Array(integralCount);

  /**
   * @param support the support points of a body around the origin, of size about 1, in coordinates whose third axis is e
   * @param tolerance the largest change of a piece's integrals by halving at which the piece is accepted
   * @param callLimit number of support points after which all pieces are accepted
   */
  constructor(
    private readonly support: BatchSupport,
    private readonly tolerance: number,
    private readonly callLimit: number,
  ) {}

  /** The remaining number of support points. */
  get remaining(): number {
    return Math.max(0, this.callLimit - this.calls);
  }

  /**
   * Writes `integralCount` integrals for the meridian at each angle, and their change by the last halvings.
   * @returns for each meridian, angles of nearby meridians that may pass through the normal of a flat face
   */
  integrate(angles: Float64Array, sums: Float64Array, errors: Float64Array): number[][] {
    this.cosines = angles.map(cos);
    this.sines = angles.map(sin);
    this.sums = sums.fill(0);
    this.errors = errors.fill(0);
    this.chords = Array.from(angles, () => []);
    this.begin(angles.length);
    while (this.fresh.count + this.pieces.count + this.jumps.count > 0) {
      const fresh = this.fresh.removeLast(chunk);
      const pieces = this.pieces.removeLast(chunk);
      const jumps = this.jumps.removeLast(chunk);
      for (let r = 0; r < fresh.length; r += freshSize) this.requestBetween(fresh[r], fresh[r + 1], fresh[r + 5], 4, 1);
      for (let r = 0; r < pieces.length; r += pieceSize)
        this.requestBetween(pieces[r], pieces[r + 1], pieces[r + 2], 8, 2);
      for (let r = 0; r < jumps.length; r += jumpSize) this.requestAroundJump(jumps, r);
      this.computeSupport();
      let at = 0;
      for (let r = 0; r < fresh.length; r += freshSize, at += 3) this.readFresh(fresh, r, at);
      for (let r = 0; r < pieces.length; r += pieceSize, at += 4) this.readPiece(pieces, r, at);
      for (let r = 0; r < jumps.length; r += jumpSize, at += 2) this.readJump(jumps, r, at);
    }
    return this.chords.map((chords, m) => faceAngles(angles[m], chords));
  }

  /** Computes the first points of every path, and pushes the pieces between them. */
  private begin(count: number): void {
    for (let m = 0; m < count; m++) for (let k = 0; k <= startPieces; k++) this.request(m, startOf(k));
    this.computeSupport();
    const path = new Float64Array(4 * (startPieces + 1));
    for (let m = 0; m < count; m++) {
      for (let k = 0; k <= startPieces; k++) this.copyPoint(m * (startPieces + 1) + k, path, 4 * k);
      for (let k = 0; k < startPieces; k++) this.pushFresh(m, path, 4 * k, 4 * k + 4);
    }
  }

  private pushFresh(meridian: number, path: Float64Array, from: number, to: number): void {
    if (!(path[to] - path[from] > shortest)) {
      addChord(path, from + 1, to + 1, this.sums, meridian * integralCount);
      return;
    }
    const record = this.fresh.push();
    const { data } = this.fresh;
    data[record] = meridian;
    for (let c = 0; c < 4; c++) {
      data[record + 1 + c] = path[from + c];
      data[record + 5 + c] = path[to + c];
    }
  }

  private request(meridian: number, t: number): void {
    const at = 3 * this.requested;
    if (at + 3 > this.points.length) {
      this.points = enlarged(this.points, 3 * chunk);
      this.owners = enlarged(this.owners, 2 * chunk);
    }
    const across = (1 - t) * (1 + t);
    this.points[at] = across * this.cosines[meridian];
    this.points[at + 1] = across * this.sines[meridian];
    this.points[at + 2] = 2 * t;
    this.owners[2 * this.requested] = meridian;
    this.owners[2 * this.requested + 1] = t;
    this.requested++;
  }

  /** Requests every `step`-th of the points that divide an interval into equal `parts`. */
  private requestBetween(meridian: number, from: number, to: number, parts: number, step: number): void {
    for (let k = 1; k < parts; k += step) this.request(meridian, from + (k / parts) * (to - from));
  }

  private computeSupport(): void {
    const points = this.points.subarray(0, 3 * this.requested);
    this.support(points, points);
    for (let k = 0; k < this.requested; k++) {
      const meridian = this.owners[2 * k];
      const c = this.cosines[meridian];
      const s = this.sines[meridian];
      const u = points[3 * k];
      const v = points[3 * k + 1];
      points[3 * k] = c * u + s * v;
      points[3 * k + 1] = c * v - s * u;
    }
    this.calls += this.requested;
    this.requested = 0;
  }

  /** The support point at `index` as a point t H G z. */
  private copyPoint(index: number, path: Float64Array, at: number): void {
    path[at] = this.owners[2 * index + 1];
    for (let c = 0; c < 3; c++) path[at + 1 + c] = this.points[3 * index + c];
  }

  /** Completes a piece with known ends to five nodes. */
  private readFresh(records: Float64Array, r: number, at: number): void {
    const piece = this.pieces.push();
    const { data } = this.pieces;
    data[piece] = records[r];
    data[piece + 1] = records[r + 1];
    data[piece + 2] = records[r + 5];
    for (let c = 0; c < 3; c++) {
      data[piece + 3 + c] = records[r + 2 + c];
      data[piece + 15 + c] = records[r + 6 + c];
    }
    for (let c = 0; c < 9; c++) data[piece + 6 + c] = this.points[3 * at + c];
  }

  /** Completes a piece of five nodes to nine, and compares the integrals before and after. */
  private readPiece(records: Float64Array, r: number, at: number): void {
    const { nodes, points } = this;
    for (let k = 0; k < 5; k++) for (let c = 0; c < 3; c++) nodes[6 * k + c] = records[r + 3 + 3 * k + c];
    for (let k = 0; k < 4; k++) for (let c = 0; c < 3; c++) nodes[6 * k + 3 + c] = points[3 * (at + k) + c];
    const [meridian, from, to] = [records[r], records[r + 1], records[r + 2]];
    const change = this.halve();
    const longest = this.longestInterval();
    const isDivisible = to - from > shortest && this.remaining > 0;
    if (isDivisible && longest >= 0) this.pushJump(meridian, from, to, longest);
    else if (isDivisible && change > this.tolerance) this.pushHalves(meridian, from, to);
    else {
      for (let c = 0; c < integralCount; c++) this.sums[meridian * integralCount + c] += this.fine[c];
      this.errors[meridian] += change;
    }
  }

  /** Integrates over the two halves of the nine nodes, and returns the difference from the integral over every other node. */
  private halve(): number {
    const { nodes, values, weights, fine } = this;
    for (let k = 0; k < 9; k++) evaluate(nodes, 3 * k, values, k * integralCount);
    quarticWeights(nodes, 0, 6, weights, 0);
    quarticWeights(nodes, 0, 3, weights, 5);
    quarticWeights(nodes, 12, 3, weights, 10);
    let change = 0;
    for (let c = 0; c < integralCount; c++) {
      let coarse = 0;
      let sum = 0;
      for (let k = 0; k < 5; k++) {
        coarse += weights[k] * values[2 * k * integralCount + c];
        sum += weights[5 + k] * values[k * integralCount + c] + weights[10 + k] * values[(4 + k) * integralCount + c];
      }
      fine[c] = sum;
      change = Math.max(change, Math.abs(sum - coarse));
    }
    return change;
  }

  /**
   * The interval, of eight, that may be a jump: it contains more than 0.6 of the piece's length, or −1. The change of the integrals alone may miss a
   * jump where contributions cancel: z² is the same at both ends of an upright edge centered at z = 0. The missed part is of third order in
   * the jump's length, so an interval counts only if its length cubed is above the tolerance.
   */
  private longestInterval(): number {
    let [longest, length, total] = [0, 0, 0];
    for (let k = 0; k < 8; k++) {
      const span = distance(this.nodes, 3 * k, 3 * k + 3);
      total += span;
      if (span > length) [longest, length] = [k, span];
    }
    return length > 0.6 * total && length * length * length > this.tolerance ? longest : -1;
  }

  private pushJump(meridian: number, from: number, to: number, interval: number): void {
    const { nodes } = this;
    const record = this.jumps.push();
    const { data } = this.jumps;
    data[record] = meridian;
    [0, interval, interval + 1, 8].forEach((node, k) => {
      data[record + 1 + 4 * k] = node === 8 ? to : from + (node / 8) * (to - from);
      for (let c = 0; c < 3; c++) data[record + 2 + 4 * k + c] = nodes[3 * node + c];
    });
    data[record + 17] = distance(nodes, 3 * interval, 3 * interval + 3);
  }

  private pushHalves(meridian: number, from: number, to: number): void {
    const { nodes } = this;
    const middle = from + (to - from) / 2;
    for (let half = 0; half < 2; half++) {
      const piece = this.pieces.push();
      const { data } = this.pieces;
      data[piece] = meridian;
      data[piece + 1] = half === 0 ? from : middle;
      data[piece + 2] = half === 0 ? middle : to;
      for (let c = 0; c < 15; c++) data[piece + 3 + c] = nodes[12 * half + c];
    }
  }

  /**
   * Brackets a jump. The direction perpendicular to the chord from the point before the jump to the point after it misses the jump by about
   * the square of the two points' distance in t; directions on both sides of it give brackets of 10⁻², 10⁻⁴, 10⁻⁸.
   */
  private requestAroundJump(records: Float64Array, r: number): void {
    const [before, after] = [records[r + 5], records[r + 9]];
    const width = after - before;
    const [run, rise] = [records[r + 10] - records[r + 6], records[r + 12] - records[r + 8]];
    const chord = Math.sqrt(rise * rise + run * run);
    // Perpendicular to the chord: (cos θ, sin θ) = (rise, −run)/chord, and t = sin θ/(1 + cos θ).
    let center = -run / (chord + rise);
    if (!(center > before && center < after)) center = before + width / 2;
    const halfWidth = Math.min(width / 4, (2 * width * width) / chord + shortest / 4);
    let low = center - halfWidth;
    let high = center + halfWidth;
    if (low <= before) low = before + (high - before) / 2;
    if (high >= after) high = low + (after - low) / 2;
    this.request(records[r], low);
    this.request(records[r], high);
  }

  /**
   * Continues with the longest of the three parts of a jump, or adds its chord if it is short enough in t or nearly horizontal. If no part is at
   * least half as long as the jump that was found first, there was no jump.
   */
  private readJump(records: Float64Array, r: number, at: number): void {
    const meridian = records[r];
    const path = new Float64Array(24);
    path.set(records.subarray(r + 1, r + 9), 0);
    this.copyPoint(at, path, 8);
    this.copyPoint(at + 1, path, 12);
    path.set(records.subarray(r + 9, r + 17), 16);
    let [longest, length] = [0, 0];
    for (let k = 4; k < 16; k += 4) {
      const span = distance(path, k + 1, k + 5);
      if (span > length) [longest, length] = [k, span];
    }
    if (length < 0.5 * records[r + 17]) {
      this.pushFresh(meridian, path, 0, 8);
      this.pushFresh(meridian, path, 8, 12);
      this.pushFresh(meridian, path, 12, 20);
      return;
    }
    const [before, after] = [longest, longest + 4];
    const rise = Math.abs(path[after + 3] - path[before + 3]);
    if (path[after] - path[before] > 10 * shortest && rise > 0.1 * this.tolerance) {
      const record = this.jumps.push();
      const { data } = this.jumps;
      data[record] = meridian;
      data.set(path.subarray(0, 4), record + 1);
      data.set(path.subarray(before, before + 8), record + 5);
      data.set(path.subarray(20), record + 13);
      data[record + 17] = records[r + 17];
      return;
    }
    this.pushFresh(meridian, path, 0, before);
    addChord(path, before + 1, after + 1, this.sums, meridian * integralCount);
    const chord = [1, 2, 3].map((c) => path[after + c] - path[before + c]);
    this.chords[meridian].push(path[before], ...chord);
    this.pushFresh(meridian, path, after, 20);
  }
}

/**
 * The angles of meridians at which the integrand may jump. Two edges that a meridian crosses in succession may be sides of one face. The
 * face's normal is then perpendicular to both edges. At the meridian through this normal, the path switches from one side of the face to the
 * other.
 */
function faceAngles(angle: number, chords: readonly number[]): number[] {
  const order = Array.from({ length: chords.length / 4 }, (_, k) => 4 * k).sort((a, b) => chords[a] - chords[b]);
  const angles: number[] = [];
  for (let k = 1; k < order.length; k++) {
    const [, h, g, z] = chords.slice(order[k - 1], order[k - 1] + 4);
    const [, h2, g2, z2] = chords.slice(order[k], order[k] + 4);
    const [alongA, alongB] = [g * z2 - z * g2, z * h2 - h * z2];
    const offset = alongA > 0 ? atan2(alongB, alongA) : atan2(-alongB, -alongA);
    if (offset !== 0) angles.push(angle + offset);
  }
  return angles;
}

/** The start of a path's k-th initial piece, in t. */
function startOf(k: number): number {
  return ((2 * k) / startPieces - 1) * (1 - poleInset);
}

function enlarged(array: Float64Array, minLength: number): Float64Array<ArrayBuffer> {
  const larger = new Float64Array(Math.max(minLength, 2 * array.length));
  larger.set(array);
  return larger;
}

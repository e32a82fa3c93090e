// The derivative of what keeps a tree's momentum and energy (tree-invariants.ts), after a motion from q to q⁺ that leaves the velocity v̂. With
// K(v) = ∂(M v)/∂q, inverse dynamics of the acceleration v at rest, v⁺ = e + α u at q⁺ has, for the root's rows r with the momentum h,
//   M_rr δe = δh − K(e)_r δq⁺,   δu = δv̂ − M_rr⁻¹ (K(u)_r δq⁺ + M_r δv̂),   δα from δ(½ v·M v) = M v·δv + ½ v·K(v) δq of each.
// Where e alone has more than the energy, v⁺ is a share of it, s e, and δs follows from the same.
// Seen from the centre of mass, or from what the root is fixed to, the momentum stays: δh⁺ = X* (δh + ξ ×* h) − ξ⁺ ×* h⁺ in axes that are
// displaced by the twists ξ and ξ⁺ relative to it. The displacement of the centre is that of the rows of M for the root's shifts, over the mass.
import type { Data } from '../../dynamics/data.ts';
import type { Model } from '../../dynamics/model.ts';
import type { TreeInvariants } from '../tree-invariants.ts';
import { type Around, around, type InertiaChange } from './around.ts';
import { addTo, Dense, solveDense } from './dense.ts';
import { add, type Block, multiply, times, transposed } from './small-matrix.ts';
import { columnsOf } from './tangent.ts';
import { addCross, embed, embedRows, transport } from './twist-rows.ts';

/** A motion whose momentum and energy are kept, and its changes by columns: n rows each. */
export interface Kept {
  readonly startV: Float64Array;
  /** Of the acceleration v at the start. */
  readonly start: Around;
  /** δq and δv there. */
  readonly position: Dense;
  readonly velocity: Dense;
  /** q⁺ and v̂, δq⁺ and δv̂. */
  readonly endQ: Float64Array;
  readonly endV: Float64Array;
  readonly moved: Dense;
  readonly predicted: Dense;
  /** If the centre of mass of what flies goes straight on: for how long. It corrects δq⁺. */
  readonly time?: number;
}

/** e and u at the end, and inverse dynamics around them. */
interface Parts {
  readonly rigid: Float64Array;
  readonly internal: Float64Array;
  readonly aroundRigid: Around;
  readonly aroundInternal: Around;
}

export class InvariantsTangent {
  /** @param model one without gravity @param data a workspace @param parameters what each changes */
  constructor(
    private readonly model: Model,
    private readonly data: Data,
    private readonly parameters: readonly InertiaChange[],
  ) {}

  /** Inverse dynamics of an acceleration at rest, M a. */
  at(q: Float64Array, a: Float64Array): Around {
    const { model, data, parameters } = this;
    return around(model, data, parameters, q, data.zero, a);
  }

  /** δv⁺ where these trees have kept their momentum and energy; δv̂ for all others. */
  keep(trees: readonly TreeInvariants[], given: Kept): Dense {
    const [rigid, internal] = split(trees, given.endV);
    const aroundRigid = this.at(given.endQ, rigid);
    const aroundInternal = this.at(given.endQ, internal);
    const out = Dense.copy(this.model.nv, given.predicted.values);
    for (const tree of trees) {
      const momentum = this.momentum(tree, given, aroundRigid);
      this.restore(tree, given, { rigid, internal, aroundRigid, aroundInternal }, momentum, out);
    }
    return out;
  }

  /** How the momentum along the root's coordinates changes at the end, δh⁺ with its armature. */
  private momentum(tree: TreeInvariants, given: Kept, end: Around): Dense {
    const { start, startV, position, velocity, moved } = given;
    const { first, kept, root } = tree;
    const columns = columnsOf[this.model.tree.motion[root]];
    const { armature } = this.model;
    const change = start
      .change(position)
      .plus(start.mass.times(velocity))
      .slice(first, first + kept);
    const own = new Float64Array(kept);
    for (let i = 0; i < kept; i++)
      own[i] = dotRow(start.mass, first + i, startV) - armature[first + i] * startV[first + i];
    if (kept === 0 || !columns) return change;
    // Without the armature, which moves along.
    for (let i = 0; i < kept; i++) addTo(change.row(i), -armature[first + i], velocity.row(first + i));
    const [from, to] = [start, end].map(({ rotation }) => rotation.subarray(9 * root, 9 * root + 9));
    const back = multiply(transposed(to), from);
    const h = embed(own, columns);
    const shown = embedRows(change, columns);
    addCross(this.twists(tree, start, position, columns), h, shown, 1);
    if (tree.flies && given.time !== undefined) this.fly(tree, given, end, back, shown, h, given.time);
    const [before, after] = [start, end].map((each) => this.centerOf(tree, each));
    const shift = add(after, times(back, before), -1);
    const turned = transport(shown, back, shift);
    const kick = transport(new Dense(6, h), back, shift).values;
    addCross(this.twists(tree, end, moved, columns), kick, turned, -1);
    const out = Dense.zero(kept, turned.columns);
    columns.forEach((column, i) => {
      out.row(i).set(turned.row(column));
      addTo(out.row(i), armature[first + i], velocity.row(first + i));
    });
    return out;
  }

  /** How the root's axes are displaced: from the centre of mass of what flies. */
  private twists(tree: TreeInvariants, where: Around, position: Dense, columns: readonly number[]): Dense {
    const { first, kept } = tree;
    const out = embedRows(position.slice(first, first + kept), columns);
    if (!tree.flies) return out;
    const way = this.way(tree, where, position);
    const mass = this.massOf(tree, where);
    const center = this.centerOf(tree, where);
    for (const p of this.changed(tree)) {
      const [heavier, ...moments] = where.moments[p];
      for (let i = 0; i < 3; i++) way.row(i)[2 * this.model.nv + p] += moments[i] - heavier * center[i];
    }
    for (let i = 0; i < dimensionOf(tree); i++) addTo(out.row(i), -1 / mass, way.row(i));
    return out;
  }

  /** m times the displacement of the centre of mass with the configuration, in the axes of the root. */
  private way(tree: TreeInvariants, { mass }: Around, position: Dense): Dense {
    const { armature } = this.model;
    const { first } = tree;
    const out = Dense.zero(3, position.columns);
    for (let i = 0; i < dimensionOf(tree); i++) {
      out.row(i).set(mass.slice(first + i, first + i + 1).times(position).values);
      addTo(out.row(i), -armature[first + i], position.row(first + i));
    }
    return out;
  }

  /** Parameters that change the inertia of something in the tree. */
  private changed({ root }: TreeInvariants): number[] {
    return this.parameters.flatMap(({ joint }, p) => (this.model.tree.root[joint] === root ? [p] : []));
  }

  private massOf({ first }: TreeInvariants, { mass }: Around): number {
    return mass.row(first)[first] - this.model.armature[first];
  }

  /** The centre of mass of a flying root's tree in its axes: its rows of M are m (1, −[c]). Zero for others. */
  private centerOf(tree: TreeInvariants, where: Around): Float64Array {
    const { values, columns: n } = where.mass;
    const mass = this.massOf(tree, where);
    const at = (i: number, j: number): number => values[(tree.first + i) * n + tree.first + j] / mass;
    if (!tree.flies) return new Float64Array(3);
    return dimensionOf(tree) === 3
      ? Float64Array.of(at(5, 1), at(3, 2), at(4, 0))
      : Float64Array.of(at(2, 1), -at(2, 0), 0);
  }

  /** Writes the rows of the root's shifts, by which the centre of mass goes straight on. */
  private fly(
    tree: TreeInvariants,
    { start, position, moved }: Kept,
    end: Around,
    back: Block,
    momentum: Dense,
    h: Float64Array,
    time: number,
  ): void {
    const { first } = tree;
    const dimension = dimensionOf(tree);
    const mass = this.massOf(tree, end);
    const way = this.way(tree, start, position);
    for (let i = 0; i < dimension; i++) addTo(way.row(i), time, momentum.row(i));
    const parameter = (p: number): number => 2 * this.model.nv + p;
    const grown = this.changed(tree);
    for (const p of grown) for (let i = 0; i < 3; i++) way.row(i)[parameter(p)] += start.moments[p][1 + i];
    const gone = times(
      back,
      Float64Array.from([0, 1, 2], (k) => (time * h[k]) / mass),
    );
    // Where the old origin is from the new one.
    const [before, after] = [start, end].map((each) => this.centerOf(tree, each));
    const shift = add(add(after, times(back, before), -1), gone, -1);
    const turned = new Dense(3, back).times(way);
    for (const p of grown)
      for (let i = 0; i < 3; i++) turned.row(i)[parameter(p)] += end.moments[p][0] * shift[i] - end.moments[p][1 + i];
    for (let i = 0; i < dimension; i++) {
      const row = end.mass.row(first + i).slice();
      row.fill(0, first, first + dimension);
      const rest = moved.combine(row);
      const to = moved.row(first + i);
      for (let c = 0; c < to.length; c++) to[c] = (turned.row(i)[c] - rest[c]) / mass;
    }
  }

  private restore(
    { first, stop, kept, scale, isScaled, share }: TreeInvariants,
    { start, startV, position, velocity, moved, predicted }: Kept,
    { rigid, internal, aroundRigid, aroundInternal }: Parts,
    momentum: Dense,
    out: Dense,
  ): void {
    const { mass } = aroundRigid;
    const [ofRigid, ofInternal] = [aroundRigid.change(moved), aroundInternal.change(moved)];
    const change = Dense.copy(stop - first, predicted.slice(first, stop).values);
    const byRigid = Dense.zero(stop - first, out.columns);
    if (kept > 0) {
      const block = Dense.zero(kept, kept);
      for (let i = 0; i < kept; i++) block.row(i).set(mass.row(first + i).subarray(first, first + kept));
      const ofRoot = mass.slice(first, first + kept).times(predicted);
      const found = solveDense(block, ofInternal.slice(first, first + kept).plus(ofRoot));
      addTo(change.slice(0, kept).values, -1, found.values);
      // `rigid` has its share already.
      byRigid.values.set(
        solveDense(block, scaledRows(momentum, share).plus(ofRigid.slice(first, first + kept), -1)).values,
      );
    }
    for (let k = first; k < stop; k++) {
      out.row(k).set(byRigid.row(k - first));
      addTo(out.row(k), scale, change.row(k - first));
    }
    if (!isScaled && share === 1) return;
    /** δ(½ v·M v) where the velocities are those of the tree. */
    const energy = (m: Dense, v: Float64Array, dv: Dense, torques: Dense): Float64Array => {
      const own = v.subarray(first, stop);
      const impulses = Float64Array.from(own, (_, k) => dotRow(m, first + k, v));
      const row = dv.combine(impulses);
      addTo(row, 0.5, torques.combine(own, first));
      return row;
    };
    const gain = energy(start.mass, startV, velocity.slice(first, stop), start.change(position));
    addTo(gain, -1, energy(mass, rigid, byRigid, ofRigid));
    if (isScaled) addTo(gain, -scale * scale, energy(mass, internal, change, ofInternal));
    // What the gain goes to: α u, or s e.
    const along = isScaled ? internal : rigid;
    let twice = 0;
    for (let k = first; k < stop; k++) twice += along[k] * dotRow(mass, k, along);
    for (let k = first; k < stop; k++) addTo(out.row(k), along[k] / (isScaled ? scale * twice : twice), gain);
  }
}

/** e and u of these trees. */
function split(trees: readonly TreeInvariants[], v: Float64Array): [Float64Array, Float64Array] {
  const [rigid, internal] = [new Float64Array(v.length), v.slice()];
  for (const { first, kept, rigid: e, found } of trees) {
    for (let k = 0; k < kept; k++) {
      rigid[first + k] = e[k];
      internal[first + k] -= found[k];
    }
  }
  return [rigid, internal];
}

/** Shifts of a root that flies. */
function dimensionOf({ symmetries }: TreeInvariants): number {
  return symmetries === 6 ? 3 : 2;
}

function scaledRows(matrix: Dense, factor: number): Dense {
  return new Dense(
    matrix.rows,
    matrix.values.map((x) => factor * x),
  );
}

function dotRow(matrix: Dense, k: number, x: Float64Array): number {
  return matrix.row(k).reduce((sum, each, j) => sum + each * x[j], 0);
}

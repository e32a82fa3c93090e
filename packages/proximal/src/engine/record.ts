import { length, type Vec3 } from '../math/vec3.ts';
import type { Block } from './arena.ts';
import { KIND_CUSTOM, KIND_HALFSPACE, KIND_SUM, KIND_TRANSFORMED, ShapeBlock } from './layout.ts';

/** Writes the farthest point of a custom shape along (dx, dy, dz) into `out`. */
export type HostSupport = (dx: number, dy: number, dz: number, out: Float64Array) => void;

/** A support function outside the kernel, with its id in records. */
export interface Host {
  readonly id: number;
  readonly support: HostSupport;
  /** Whether the custom shape has a Hessian function. */
  readonly hasHessian?: boolean;
}

let lastHostId = 0;

/** Ids are unique across 3D and 2D, because queries of both may be in progress in one memory. */
export function nextHostId(): number {
  return ++lastHostId;
}

/** The fields that all shapes' records share. */
export interface ShapeMeasures {
  readonly radius: number;
  readonly inradius: number;
  readonly center: readonly number[];
  readonly boundingRadius: number;
  readonly isStrictlyConvex: boolean;
}

/**
 * A shape in the form that the kernel reads. The record owns the data, independently of the target: each engine copies the data into its memory when
 * a query needs them, and evicts the copy when it needs the space.
 */
export class ShapeRecord {
  /** The record's block in the memory of each target: JavaScript, then WebAssembly. An evicted block is not alive. */
  readonly blocks: (Block | null)[] = [null, null];
  /** The number of times the record was copied into a slot of a query frame. */
  copies = 0;

  private constructor(
    readonly data: Float64Array,
    readonly hosts: readonly Host[],
  ) {}

  /** Raw data for the kernel: a mesh, or additional data of a shape that a method needs. */
  static of(data: Float64Array): ShapeRecord {
    return new ShapeRecord(data, []);
  }

  /** @param count an integer whose meaning depends on the kind, such as the number of vertices or the id of a custom shape */
  static encode(
    kind: number,
    measures: ShapeMeasures,
    parameters: ArrayLike<number> = [],
    { count = 0, hosts = [] }: { readonly count?: number; readonly hosts?: readonly Host[] } = {},
  ): ShapeRecord {
    const data = new Float64Array(ShapeBlock.DATA + parameters.length);
    const integers = new Int32Array(data.buffer);
    ShapeBlock.setKind(integers, 0, kind);
    ShapeBlock.setCount(integers, 0, count);
    ShapeBlock.setRadius(data, 0, measures.radius);
    ShapeBlock.setInradius(data, 0, measures.inradius);
    data.set(measures.center, ShapeBlock.CENTER);
    ShapeBlock.setBound(data, 0, measures.boundingRadius);
    ShapeBlock.setStrict(integers, 0, measures.isStrictlyConvex ? 1 : 0);
    data.set(parameters, ShapeBlock.DATA);
    writeRadiusAboutOrigin(data);
    return new ShapeRecord(data, hosts);
  }

  /** The same core, swept by a ball whose radius is larger by `radius`. */
  swept(radius: number): ShapeRecord {
    const data = this.data.slice();
    ShapeBlock.setRadius(data, 0, ShapeBlock.radius(data, 0) + radius);
    ShapeBlock.setInradius(data, 0, ShapeBlock.inradius(data, 0) + radius);
    ShapeBlock.setBound(data, 0, ShapeBlock.bound(data, 0) + radius);
    writeRadiusAboutOrigin(data);
    return new ShapeRecord(data, this.hosts);
  }
}

/** A record with other records after its parameters. */
export function nestRecords(
  kind: number,
  measures: ShapeMeasures,
  parameters: readonly number[],
  inner: readonly ShapeRecord[],
  count = 0,
): ShapeRecord {
  const all = new Float64Array(inner.reduce((sum, { data }) => sum + data.length, parameters.length));
  all.set(parameters);
  let at = parameters.length;
  for (const { data } of inner) {
    all.set(data, at);
    at += data.length;
  }
  return ShapeRecord.encode(kind, measures, all, { count, hosts: inner.flatMap(({ hosts }) => hosts) });
}

/** The kinds of shape that may be unbounded. */
const unboundedKinds: readonly number[] = [KIND_HALFSPACE, KIND_CUSTOM, KIND_TRANSFORMED, KIND_SUM];

/**
 * Writes the bound on the distance of the shape from its origin: of the center, plus the bounding radius. If this is infinite in a kind that may be
 * unbounded, the radius of the swept ball takes its place. In another kind it is an overflow, which is kept: every query then rejects the shape.
 */
function writeRadiusAboutOrigin(data: Float64Array): void {
  const bound = ShapeBlock.bound(data, 0);
  const isUnknown = !Number.isFinite(bound) && unboundedKinds.includes(ShapeBlock.kind(new Int32Array(data.buffer), 0));
  const center: Vec3 = [ShapeBlock.center(data, 0, 0), ShapeBlock.center(data, 0, 1), ShapeBlock.center(data, 0, 2)];
  ShapeBlock.setRadiusAboutOrigin(data, 0, length(center) + (isUnknown ? ShapeBlock.radius(data, 0) : bound));
}

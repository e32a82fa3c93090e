// A kernel on one of its targets: its functions, and the memory that they use.
import type { EngineMemory, QueryFrame } from './engine-memory.ts';

type ManyArguments = [
  workspace: number,
  records: number,
  poses: number,
  pairs: number,
  count: number,
  out: number,
  last: number,
];

/** A query of many pairs. The meaning of `last` depends on the query: see `BatchKernel`. */
export type ManyQuery = (...many: ManyArguments) => void;

/** The functions for many pairs or directions, the same in both kernels. */
export interface BatchKernel {
  /** Writes results in columns; `last` is the number of their rows. */
  readonly distanceMany: ManyQuery;
  /** `last` is the margin. */
  readonly collideMany: ManyQuery;
  supportMany(record: number, directions: number, count: number, out: number): void;
}

/** The function table of the 3D kernel, the same on both targets. */
export interface Kernel extends BatchKernel {
  /** 1 if the shapes come within `margin` of each other, 0 if they are proven not to, −1 for invalid poses. */
  collide(workspace: number, margin: number): number;
  /** Returns 0 for invalid poses, otherwise 1. */
  distance(workspace: number): number;
  relativePose(workspace: number): number;
  /** World boxes of `count` bodies, each a record and a pose: least and largest coordinates, three numbers each. */
  boundsMany(workspace: number, bodies: number, count: number, out: number): void;
  /** The pairs of a scene: see kernel/scene/near.ts. */
  collideNear(workspace: number, bodies: number, boxes: number, pairs: number, count: number, margin: number): void;
}

/** The function table of depths, growth distances and derivatives, the same on both targets: see engine/extended.ts. */
export interface ExtendedKernel {
  /**
   * Returns 0 for invalid poses, otherwise 1. `polytope` is EPA's workspace. If `isSeparationEnough` is 1, the distance of separated
   * shapes is not computed.
   */
  penetration(workspace: number, polytope: number, isSeparationEnough: number): number;
  /**
   * Returns 0 for invalid poses, otherwise 1. `growth` is the growth block, `work` the scratch memory of the method (`scratchFor`).
   */
  growthDistance(workspace: number, growth: number, work: number): number;
  /** 1 if the shapes touch or overlap, 0 if they are proven not to, −1 for invalid poses. */
  growthCollide(workspace: number, growth: number): number;
  /** Returns 0 for invalid poses, otherwise 1. */
  rayBoundary(workspace: number): number;
  /**
   * Like `penetration`; then writes the Jacobians to the block `derivative`. With `isGiven` 1 the workspace already holds the
   * result.
   */
  differentiate(workspace: number, polytope: number, derivative: number, isGiven: number): number;
  /** `penetration`, `growthDistance` and `differentiate` for many pairs: see kernel/extended/batch.ts. */
  readonly penetrationMany: (...many: [...ManyArguments, polytope: number, isSeparationEnough: number]) => void;
  readonly growthMany: (...many: [...ManyArguments, growth: number, work: number, centers: number]) => void;
  readonly differentiateMany: (
    ...many: [...ManyArguments, polytope: number, derivative: number, traits: number]
  ) => void;
  /** Writes nine numbers to the block `derivative`; returns 1 if the exact Hessian exists at the unit vector. */
  supportHessian(record: number, skeleton: number, derivative: number, dx: number, dy: number, dz: number): number;
}

/** The target that runs the kernel: JavaScript or WebAssembly. Both give the same bits. */
export type Target = 'js' | 'wasm';

/** A kernel's functions on one target, with its memory. */
export class Engine<Functions = Kernel> {
  /** Made by `extendedKernel` on first use. */
  extended: ExtendedKernel | null = null;

  constructor(
    readonly target: Target,
    readonly kernel: Functions,
    readonly memory: EngineMemory,
  ) {}

  get f64(): Float64Array {
    return this.memory.f64;
  }

  get i32(): Int32Array {
    return this.memory.i32;
  }

  enter(): QueryFrame {
    const frame = this.memory.enter();
    // The other kernel uses another layout of the same workspace.
    if (frame.user !== this) {
      frame.user = this;
      frame.settings = null;
    }
    return frame;
  }

  leave(): void {
    this.memory.leave();
  }
}

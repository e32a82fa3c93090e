// What a problem file needs of 3D or 2D, in one form, so that no other code distinguishes the two.

/** A shape of space or of the plane, as far as a problem is concerned. */
export interface AnyShape {
  readonly kind: string;
  /** In meters; infinite for half-spaces and half-planes. */
  readonly boundingRadius: number;
  toJSON(): object;
}

/** The verdict on the proof of an answer, recomputed from the support functions: see `certify`. */
export interface AnswerCertificate {
  readonly valid: boolean;
  readonly lower: number;
  readonly upper: number;
}

/** What a query answers. Lengths in meters, points and normals in world coordinates. */
export interface Answer {
  /** The algorithm that was asked for. */
  readonly algorithm: string;
  /** The distance, depth or growth; or whether the shapes collide. */
  readonly value: number | boolean;
  /** Proven bounds on the value; absent for a collision. */
  readonly lower?: number;
  readonly upper?: number;
  readonly status?: string;
  readonly termination?: string;
  readonly pointA?: readonly number[];
  readonly pointB?: readonly number[];
  readonly normal?: readonly number[];
  readonly iterations?: number;
  readonly supportCalls?: number;
  /** The value is the least among neighboring directions, and not proven to be the least of all. */
  readonly local?: boolean;
  /** Null where there is no proof to check. */
  readonly certificate: AnswerCertificate | null;
}

export interface PosedPair<Shape> {
  readonly a: Shape;
  readonly poseA: Float64Array;
  readonly b: Shape;
  readonly poseB: Float64Array;
}

/** A query that can be asked in a problem file. */
export interface ProblemQuery {
  readonly name: string;
  readonly title: string;
  /** Of the value: `'m'`, or `''` for pure numbers and for yes or no. */
  readonly unit: 'm' | '';
  /** What the option `algorithm` may be, the default first. */
  readonly algorithms: readonly string[];
}

/** The same with the function that asks. */
export interface AskedQuery<Shape> extends ProblemQuery {
  /** Asks; the query itself checks the options, and throws if they are wrong. */
  readonly ask: (pair: PosedPair<Shape>, options: Readonly<Record<string, unknown>>) => Omit<Answer, 'algorithm'>;
}

/** How shapes and poses are read, and what can be asked about them. */
export interface Space<Shape extends AnyShape> {
  readonly dimension: 2 | 3;
  readonly readShape: (json: never) => Shape;
  /** The numbers of a pose: seven in space, four in the plane. */
  readonly readPose: (argument: string, pose: never) => Float64Array;
  readonly queries: readonly AskedQuery<Shape>[];
}

/** The numbers a pose was given by, if there are as many as `read` has; otherwise `read`. */
export function asGiven(pose: object, read: Float64Array): Float64Array {
  return 'length' in pose && pose.length === read.length ? Float64Array.from(pose as ArrayLike<number>) : read;
}

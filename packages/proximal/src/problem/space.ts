// The interface that 3D and 2D implement for problem files.

/** The members of a 3D or 2D shape that a problem uses. */
export interface AnyShape {
  readonly kind: string;
  /** In meters; infinite for half-spaces and half-planes. */
  readonly boundingRadius: number;
  toJSON(): object;
}

/** The result of checking the proof of an answer with the support functions: see `certify`. */
export interface AnswerCertificate {
  readonly valid: boolean;
  /** Bounds on the value; for a collision, on the distance. */
  readonly lower: number;
  readonly upper: number;
}

/** The answer of a query. Lengths are in meters, points and normals in world coordinates. */
export interface Answer {
  /** The requested algorithm. */
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
  /** The value is a local minimum over directions and is not proven to be the global one. */
  readonly local?: boolean;
  /** Null if there is no proof to check. */
  readonly certificate: AnswerCertificate | null;
}

export interface PosedPair<Shape> {
  readonly a: Shape;
  readonly poseA: Float64Array;
  readonly b: Shape;
  readonly poseB: Float64Array;
}

/** A query available in a problem file. */
export interface ProblemQuery {
  readonly name: string;
  readonly title: string;
  /** The unit of the value: `'m'`, or `''` for dimensionless numbers and booleans. */
  readonly unit: 'm' | '';
  /** The allowed values of the option `algorithm`, the default first. */
  readonly algorithms: readonly string[];
}

/** A query with the function that runs it. */
export interface RunnableQuery<Shape> extends ProblemQuery {
  /** Runs the query, which checks the options and throws if they are wrong. */
  readonly run: (pair: PosedPair<Shape>, options: Readonly<Record<string, unknown>>) => Omit<Answer, 'algorithm'>;
}

/** The readers of shapes and poses, and the queries. */
export interface ProblemSpace<Shape extends AnyShape> {
  readonly dimension: 2 | 3;
  readonly readShape: (json: never) => Shape;
  /** The numbers of a pose: seven in 3D, four in 2D. */
  readonly readPose: (argument: string, pose: never) => Float64Array;
  readonly queries: readonly RunnableQuery<Shape>[];
}

/** The given numbers of a pose if it is an array as long as `read`; otherwise `read`. */
export function asGiven(pose: object, read: Float64Array): Float64Array {
  return 'length' in pose && pose.length === read.length ? Float64Array.from(pose as ArrayLike<number>) : read;
}

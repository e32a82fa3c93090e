// The evaluation of queries, common to 3D and 2D.
import type { Answer, AnswerCertificate, RunnableQuery } from './space.ts';

interface Found {
  readonly lower: number;
  readonly upper: number;
  readonly status: string;
  readonly termination: string;
  readonly pointA: readonly number[];
  readonly pointB: readonly number[];
  readonly normal: readonly number[];
  readonly iterations: number;
  readonly supportCalls: number;
  readonly local?: boolean;
}

/** The fields of a result that a report shows. */
function pick(found: Found, value: number): Omit<Answer, 'algorithm' | 'certificate'> {
  const { lower, upper, status, termination, pointA, pointB, normal, iterations, supportCalls, local } = found;
  const points = { pointA: [...pointA], pointB: [...pointB], normal: [...normal] };
  const fields = { value, lower, upper, status, termination, ...points, iterations, supportCalls };
  return local === undefined ? fields : { ...fields, local };
}

type Options = Readonly<Record<string, unknown>>;
/** The certificate's tolerance for contact, in meters. */
type CertifyOptions = { readonly tolerance: number };
/** A query of two shapes of type `Shape` at their poses. */
type Query<Shape, Result> = (a: Shape, poseA: Float64Array, b: Shape, poseB: Float64Array, options?: Options) => Result;
type Certify<Shape, Result> = (
  a: Shape,
  poseA: Float64Array,
  b: Shape,
  poseB: Float64Array,
  result: Result,
  options?: CertifyOptions,
) => AnswerCertificate & { readonly allowance: number };

/**
 * Evaluates a query and checks its proof.
 * @param value the field of the result that is the answer's value
 * @param certifyOptions the options of the certificate for given options of the query
 */
export function evaluateWithProof<Shape, Key extends string, Result extends Found & Readonly<Record<Key, number>>>(
  query: Query<Shape, Result>,
  value: Key,
  certify: Certify<Shape, Result>,
  certifyOptions?: (options: Options) => CertifyOptions | undefined,
): RunnableQuery<Shape>['run'] {
  return ({ a, poseA, b, poseB }, options) => {
    const result = query(a, poseA, b, poseB, options);
    const certificate = certify(a, poseA, b, poseB, result, certifyOptions?.(options));
    return { ...pick(result, result[value]), certificate };
  };
}

/** Evaluates a collision query. A collision has no certificate, so the answer is checked against the proven bounds on the distance. */
export function evaluateCollision<Shape, Result>(
  collide: Query<Shape, boolean>,
  distance: Query<Shape, Result>,
  certify: Certify<Shape, Result>,
): RunnableQuery<Shape>['run'] {
  return ({ a, poseA, b, poseB }, options) => {
    const collides = collide(a, poseA, b, poseB, options);
    const { valid, lower, upper, allowance } = certify(a, poseA, b, poseB, distance(a, poseA, b, poseB));
    const margin = typeof options['margin'] === 'number' ? options['margin'] : 0;
    const isConsistent = collides ? lower <= margin + allowance : upper > margin - allowance;
    return { value: collides, certificate: { valid: valid && isConsistent, lower, upper } };
  };
}

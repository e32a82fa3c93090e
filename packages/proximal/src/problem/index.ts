/**
 * `proximal/problem`: a query as one file, with shapes, poses, options and the expected answer, for bug reports, benchmarks and
 * tests.
 * @packageDocumentation
 */
export { answerProblem, answerProblemByAll, differencesFrom } from './answer.ts';
export {
  type ExpectedAnswer,
  type Problem,
  type ProblemBody,
  problemQueries,
  readProblem,
  writeProblem,
} from './problem.ts';
export type { Answer, AnswerCertificate, AnyShape, ProblemQuery } from './space.ts';

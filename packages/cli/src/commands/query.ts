// `proximal query`: answers a query between two shapes, or the query of a problem file, with a certificate.

import { existsSync } from 'node:fs';
import type { Shape } from 'proximal';
import { type Derivatives, differentiate } from 'proximal/derivatives';
import {
  type Answer,
  answerProblem,
  answerProblemByAll,
  differencesFrom,
  type Problem,
  problemQueries,
  readProblem,
  writeProblem,
} from 'proximal/problem';
import type { Argv } from 'yargs';
import { answerBatch } from '../batch-query.ts';
import { type ArgumentsOf, defineCommand } from '../command.ts';
import { readInput, standard, writeOutput } from '../files.ts';
import {
  answerNonconvex,
  describe,
  type NonconvexOptions,
  type Operand,
  type Representation,
  representationOf,
  representations,
} from '../nonconvex-query.ts';
import { checked, Failure, messageOf, UsageError } from '../outcome.ts';
import { poseHelp, readPose } from '../pose-argument.ts';
import { isShape, readNumbers, readShape, writableKinds } from '../shape-argument.ts';
import { toJSON } from '../table.ts';
import { print } from '../visible.ts';
import { contradictions, otherTarget } from './agreement.ts';
import { answerReport, derivativeReport } from './query-report.ts';

/** Other names of the queries. */
const aliases: Readonly<Record<string, string>> = {
  signed: 'signedDistance',
  depth: 'penetration',
  growth: 'growthDistance',
};

/** Options that are passed to the query unchanged. */
const passedOptions = ['algorithm', 'tolerance', 'relativeTolerance', 'maxIterations', 'margin', 'upTo'] as const;

function options(yargs: Argv) {
  const names = [...new Set([3, 2].flatMap((dimension) => problemQueries(dimension as 2 | 3).map(({ name }) => name)))];
  return yargs
    .positional('a', {
      type: 'string',
      demandOption: true,
      describe: 'shape, mesh file, problem file, with --batch a file of problems, or - for standard input',
    })
    .positional('b', { type: 'string', describe: 'the second shape or mesh file; not with a problem file' })
    .option('query', {
      alias: 'q',
      type: 'string',
      choices: [...names, ...Object.keys(aliases)],
      describe: 'the query; default: distance, or the query of the problem file',
    })
    .option('pose-a', { type: 'string', nargs: 1, describe: poseHelp[3] })
    .option('pose-b', { type: 'string', nargs: 1, describe: 'the same for B' })
    .option('plane', { type: 'boolean', default: false, describe: `2D shapes; poses are ${poseHelp[2]}` })
    .option('algorithm', { type: 'string', nargs: 1, describe: 'default: auto; an error lists all names' })
    .option('tolerance', { type: 'number', nargs: 1, describe: 'largest gap between the bounds, in meters' })
    .option('relative-tolerance', {
      type: 'number',
      nargs: 1,
      describe: 'largest gap between the bounds, relative to the size of the smaller body',
    })
    .option('max-iterations', { type: 'number', nargs: 1, describe: 'the largest number of iterations' })
    .option('margin', { type: 'number', nargs: 1, describe: 'distance that counts as collision, in meters' })
    .option('up-to', {
      type: 'number',
      nargs: 1,
      describe: 'stop when the distance is proven to exceed this, in meters',
    })
    .option('guess', {
      type: 'string',
      nargs: 1,
      describe: "initial direction of the search, x,y,z in A's frame, or none or bounds",
    })
    .option('as', {
      choices: representations,
      describe: 'what mesh files stand for: their hull (the default), their triangles, or convex parts that cover them',
    })
    .option('as-a', { choices: representations, describe: 'the same for A alone' })
    .option('as-b', { choices: representations, describe: 'the same for B alone' })
    .option('parts-tolerance', {
      type: 'number',
      nargs: 1,
      describe: 'largest distance of parts from the mesh, in meters; default: a hundredth of its diagonal',
    })
    .option('derivatives', {
      type: 'boolean',
      default: false,
      describe: 'derivatives of the signed distance with respect to the pose of B (3D)',
    })
    .option('all', {
      type: 'boolean',
      default: false,
      describe: 'run every algorithm (always done for a problem file)',
    })
    .option('save', { type: 'string', nargs: 1, describe: 'write the query as a problem file' })
    .option('json', { type: 'boolean', default: false, describe: 'machine-readable output' })
    .option('batch', {
      type: 'boolean',
      default: false,
      describe: 'answer a file with a problem on each line (.jsonl), on all cores',
    })
    .option('workers', { type: 'string', nargs: 1, describe: 'with --batch: the number of workers, or auto (default)' })
    .option('out', {
      type: 'string',
      nargs: 1,
      describe: 'with --batch: the answers as .csv or .jsonl; default: lines of JSON on standard output',
    })
    .epilogue(`3D shapes: ${writableKinds(3).join(' ')}\n2D shapes: ${writableKinds(2).join(' ')}`)
    .example('$0 query box:0.1,0.2,0.3 sphere:0.1 --pose-b 1,0,0', 'the distance')
    .example('$0 query capsule:0.1,0.5 box:1,1,1 --pose-b 0.8,0,0,0,90,0 -q signed', 'rotated by 90°, overlapping')
    .example('$0 query box:1,1 circle:0.5 --plane --pose-b 2,2,45', 'in 2D')
    .example('$0 query box:1,1,1 ellipsoid:1,0.5,0.4 --pose-b 3,0,0 --derivatives', 'with gradient and Jacobians')
    .example('$0 query mug.obj sphere:0.02 --as parts --pose-b 0,0,0.05', 'a ball in a cup, which the hull would fill')
    .example('$0 query problem.json', 'a problem file: the answer, its certificate, and every algorithm')
    .example('$0 query --batch problems.jsonl --workers 4 --out answers.csv', 'many problems on four cores');
}

type QueryArguments = ArgumentsOf<typeof options>;

export const query = defineCommand({
  command: 'query <a> [b]',
  describe: 'distance, collision, depth and growth between two shapes',
  options,
  handler: async (args) => {
    if (args.batch) {
      rejectOthers(args);
      await answerBatch({ file: args.a, workers: args.workers ?? 'auto', out: args.out ?? standard });
      return;
    }
    for (const option of ['workers', 'out'] as const)
      if (args[option] !== undefined)
        throw new UsageError(`--${option} is for --batch; give that too, or leave it out.`);
    const isFile = args.b === undefined;
    const [asA, asB] = isFile || args.plane ? [null, null] : kindsOf(args, args.b as string);
    rejectAs(args, asA, asB);
    if (args.partsTolerance !== undefined && asA !== 'parts' && asB !== 'parts')
      throw new UsageError('--parts-tolerance is for --as parts; give that too, or leave it out.');
    if ([asA, asB].some((as) => as === 'mesh' || as === 'parts')) {
      const { report, json } = await answerNonconvex(
        ...operandsOf(args, args.b as string, asA, asB),
        nonconvexOptions(args),
      );
      print(args.json ? toJSON(json) : report);
      return;
    }
    const problem = isFile ? readProblemFile(args) : problemOf(args, args.b as string);
    const [answers, save] = [runQuery(problem, args.all || isFile), args.save];
    if (save !== undefined) await writeOutput(save, write(problem));
    const [first] = answers;
    const wrong = answers.flatMap((answer) =>
      differencesFrom(problem, answer).map((difference) => `${answer.algorithm}: ${difference}`),
    );
    wrong.push(...contradictions(problem, answers));
    const other = isFile ? otherTarget(problem, first) : undefined;
    if (other && other.difference !== null) wrong.push(`${first.algorithm}: ${other.difference}`);
    const derivatives = args.derivatives ? derivativesOf(problem) : undefined;
    const files = isFile ? [] : [hullLine('A', args.a, asA), hullLine('B', args.b as string, asB)].flat();
    if (args.json) print(toJSON({ query: problem.query, as: { a: asA, b: asB }, answers, wrong, derivatives }));
    else {
      const same = other?.difference === null ? [['other target', `${other.name} gives the same bits`] as const] : [];
      const parts = [answerReport(problem, first, answers, [...files, ...same])];
      if (derivatives) parts.push(derivativeReport(derivatives));
      print(parts.join('\n\n'));
    }
    if (wrong.length > 0) throw new Failure(wrong.join('\n'));
  },
});

/** Throws if an option is given that each problem of a batch has itself. */
function rejectOthers(args: QueryArguments): void {
  if (args.b !== undefined)
    throw new UsageError(`--batch takes one file, with a problem on each line; leave out ${args.b}.`);
  const others = [
    'query',
    'poseA',
    'poseB',
    ...passedOptions,
    'guess',
    'as',
    'asA',
    'asB',
    'partsTolerance',
    'save',
  ] as const;
  const flags = ['plane', 'derivatives', 'all', 'json'] as const;
  const wrong = others.find((option) => args[option] !== undefined) ?? flags.find((flag) => args[flag]);
  if (wrong === undefined) return;
  const option = wrong.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  throw new UsageError(`--${option} belongs into the problems of --batch, or has no meaning for them; leave it out.`);
}

/** The interpretation of the mesh files A and B; null for shapes. */
function kindsOf(args: QueryArguments, b: string): [Representation | null, Representation | null] {
  return [representationOf(args.a, args.asA ?? args.as), representationOf(b, args.asB ?? args.as)];
}

/** Throws if --as, --as-a or --as-b is given for something that is not read from a mesh file. */
function rejectAs(args: QueryArguments, asA: Representation | null, asB: Representation | null): void {
  if (args.asA !== undefined && asA === null) throw new UsageError('--as-a is for mesh files; A is not one.');
  if (args.asB !== undefined && asB === null) throw new UsageError('--as-b is for mesh files; B is not one.');
  if (args.as !== undefined && asA === null && asB === null)
    throw new UsageError('--as is for mesh files; neither A nor B is one.');
}

/** A line that says that a mesh file is read as its hull. */
function hullLine(name: string, argument: string, as: Representation | null): (readonly [string, string])[] {
  return as === null ? [] : [[name, `${describe(argument, as)}; --as mesh or parts keeps its cavities`]];
}

function operandsOf(
  args: QueryArguments,
  b: string,
  asA: Representation | null,
  asB: Representation | null,
): [Operand, Operand] {
  if (args.a === standard && b === standard)
    throw new UsageError('Only one of the shapes can be read from standard input.');
  return [
    { argument: args.a, as: asA, pose: readPose('pose-a', args.poseA, 3) },
    { argument: b, as: asB, pose: readPose('pose-b', args.poseB, 3) },
  ];
}

/** The options of a query with triangles or parts, which has fewer options than a query between convex shapes. */
function nonconvexOptions(args: QueryArguments): NonconvexOptions {
  const name = queryName(args.query) ?? 'distance';
  if (name !== 'distance' && name !== 'collide' && name !== 'signedDistance')
    throw new UsageError(`--query ${name} is for convex shapes; give --as hull, or distance, collide or signed.`);
  const others = ['algorithm', 'relativeTolerance', 'tolerance', 'maxIterations', 'upTo', 'guess', 'save'] as const;
  const wrong = others.find((option) => args[option] !== undefined) ?? (args.all ? 'all' : undefined);
  if (wrong !== undefined || args.derivatives) {
    const option = (wrong ?? 'derivatives').replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    throw new UsageError(`--${option} is for convex shapes; give --as hull, or leave it out.`);
  }
  return { query: name, margin: args.margin, partsTolerance: args.partsTolerance };
}

/** The query's options from the command line. */
function settingsOf(args: QueryArguments): Record<string, unknown> {
  const given: Record<string, unknown> = {};
  for (const name of passedOptions) if (args[name] !== undefined) given[name] = args[name];
  if (args.guess !== undefined) {
    given['guess'] = ['none', 'bounds'].includes(args.guess) ? args.guess : readNumbers(args.guess, '--guess');
  }
  return given;
}

function queryName(name: string | undefined): string | undefined {
  return name === undefined ? undefined : (aliases[name] ?? name);
}

function problemOf(args: QueryArguments, b: string): Problem {
  const dimension = args.plane ? 2 : 3;
  if (args.a === standard && b === standard)
    throw new UsageError('Only one of the shapes can be read from standard input.');
  const body = (shape: string, pose: string | undefined, option: string) => ({
    shape: readShape(shape, dimension).toJSON(),
    pose: plain(readPose(option, pose, dimension)),
  });
  return checked(() =>
    readProblem({
      format: 'proximal-problem',
      version: 1,
      dimension,
      a: body(args.a, args.poseA, 'pose-a'),
      b: body(b, args.poseB, 'pose-b'),
      query: queryName(args.query) ?? 'distance',
      options: settingsOf(args),
    }),
  );
}

/** Typed arrays as lists, as in a file. */
function plain(pose: object): object {
  return ArrayBuffer.isView(pose) ? Array.from(pose as Float64Array) : pose;
}

function readProblemFile(args: QueryArguments): Problem {
  if (args.poseA !== undefined || args.poseB !== undefined)
    throw new UsageError(`${args.a} alone is read as a problem file, which has its own poses; give a second shape.`);
  if (isShape(args.a, args.plane ? 2 : 3) && !existsSync(args.a))
    throw new UsageError(`${args.a} is one shape; give a second one, or a problem file.`);
  const { name, bytes } = readInput(args.a);
  let problem: Problem;
  try {
    problem = readProblem(new TextDecoder().decode(bytes));
  } catch (error) {
    const hint =
      /\.json$/i.test(args.a) || args.a === standard ? '' : ' (one argument is a problem file; two are shapes)';
    throw new Failure(`${name}: ${messageOf(error)}${hint}`);
  }
  const newQuery = queryName(args.query);
  const options = { ...problem.options, ...settingsOf(args) };
  return newQuery === undefined
    ? { ...problem, options }
    : withoutExpectation({ ...problem, options, query: newQuery });
}

/** Drops the expected answer, which belongs to the file's own query. */
function withoutExpectation({ expected: _expected, ...problem }: Problem): Problem {
  return problem;
}

function runQuery(problem: Problem, all: boolean): Answer[] {
  return checked(() => {
    const first = answerProblem(problem);
    const others = all ? answerProblemByAll(problem).filter(({ algorithm }) => algorithm !== first.algorithm) : [];
    return [first, ...others];
  });
}

function write(problem: Problem): string {
  return checked(() => writeProblem(problem));
}

/** The derivatives along linear and angular velocities of B in its own frame. */
function derivativesOf({ dimension, a, b }: Problem): Derivatives {
  if (dimension !== 3) throw new UsageError('--derivatives are available for 3D shapes only.');
  return checked(() =>
    differentiate(a.shape as Shape, a.pose, b.shape as Shape, b.pose, { withRespectTo: 'b', estimator: 'exact' }),
  );
}

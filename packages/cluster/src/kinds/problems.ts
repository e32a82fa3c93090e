// The queries of problem files: distances, depths and growth distances, each with bounds and a checked proof.
import { answerProblem, differencesFrom, readProblem } from 'proximal/problem';
import { type Fields, invalid, parseJSON, readList, readText } from '../check.ts';
import type { JobKind, LoadFile, Work } from '../work.ts';
import { failedLine, openLines } from './lines.ts';

/** The name of the only file of the work: one problem per line. */
const linesFile = 'problems.jsonl';

export const problems: JobKind = {
  name: 'problems',
  item: 'problem',
  fields: ['problems', 'algorithm'],
  extension: 'jsonl',
  read: readProblems,
  open: openProblems,
  failure: failedLine,
};

async function readProblems(where: string, fields: Fields, load: LoadFile): Promise<Pick<Work, 'fields' | 'files'>> {
  const { problems, algorithm } = fields;
  if (algorithm !== undefined) readText(where, 'algorithm', algorithm, 'give the name of an algorithm');
  const found: unknown[] = [];
  for (const [k, entry] of (typeof problems === 'string'
    ? [problems]
    : readList(where, 'problems', problems)
  ).entries())
    found.push(...(await readEntry(where, `problems[${k}]`, entry, load)));
  const lines = found.map((problem) => JSON.stringify(problem)).join('\n');
  return {
    fields: algorithm === undefined ? {} : { algorithm },
    files: new Map([[linesFile, new TextEncoder().encode(lines)]]),
  };
}

/** The problems of an entry: a problem, a file (.json, or .jsonl with one problem per line), or a folder of such files. */
async function readEntry(where: string, path: string, entry: unknown, load: LoadFile): Promise<unknown[]> {
  if (typeof entry !== 'string') return [checked(where, path, entry)];
  if (!/\.jsonl?$/.test(entry)) {
    const names = (await load.list(entry)).filter((name) => /\.jsonl?$/.test(name));
    if (names.length === 0) throw invalid(where, path, entry, 'the folder has no .json or .jsonl files');
    const lists = await Promise.all(names.map((name) => readEntry(where, path, `${entry}/${name}`, load)));
    return lists.flat();
  }
  const text = new TextDecoder().decode(await load(entry));
  if (entry.endsWith('.json')) return [checked(where, entry, parseJSON(`${where}: ${entry}`, text))];
  return text
    .split('\n')
    .map((line, k) => [line, k + 1] as const)
    .filter(([line]) => line.trim() !== '')
    .map(([line, number]) => checked(where, `${entry}:${number}`, parseJSON(`${where}: ${entry}:${number}`, line)));
}

function checked(where: string, path: string, problem: unknown): unknown {
  try {
    readProblem(problem as object);
    return problem;
  } catch (error) {
    throw new TypeError(`${where}: ${path}: ${(error as Error).message}`);
  }
}

function openProblems({ fields, files }: Work) {
  const lines = new TextDecoder().decode(files.get(linesFile)).split('\n');
  return openLines(lines.length, (index) => {
    const problem = readProblem(lines[index]);
    const answer = answerProblem(problem, fields['algorithm'] as string | undefined);
    const differences = differencesFrom(problem, answer);
    const { title, query } = problem;
    return { title, query, ...answer, ...(differences.length > 0 ? { differences } : {}) };
  });
}

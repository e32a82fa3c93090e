// The queries of problem files. Answers have bounds, and their proofs are checked.
import { answerProblem, differencesFrom, readProblem } from 'proximal/problem';
import { type Fields, invalid, messageOf, parseJSON, readList, readText } from '../check.ts';
import type { JobKind, LoadFile, OpenWork, Work } from '../work.ts';
import { packItems, readItems, unpackItems } from './items.ts';
import { failedLine, openLines } from './lines.ts';

export const problems: JobKind = {
  name: 'problems',
  fields: ['problems', 'algorithm'],
  extension: 'jsonl',
  read: readProblems,
  open: openProblems,
  failure: failedLine,
};

async function readProblems(where: string, fields: Fields, load: LoadFile): Promise<Pick<Work, 'fields' | 'files'>> {
  const { problems, algorithm } = fields;
  if (algorithm !== undefined) readText(where, 'algorithm', algorithm, 'give the name of an algorithm');
  const entries = typeof problems === 'string' ? [problems] : readList(where, 'problems', problems);
  const found: unknown[] = [];
  for (const [k, entry] of entries.entries()) found.push(...(await readEntry(where, `problems[${k}]`, entry, load)));
  return { fields: algorithm === undefined ? {} : { algorithm }, files: new Map([packItems(found)]) };
}

/** The problems of an entry: a problem, a file (.json, or .jsonl with one problem per line), or a folder of such files. */
async function readEntry(where: string, path: string, entry: unknown, load: LoadFile): Promise<unknown[]> {
  if (typeof entry !== 'string') return [checked(where, path, entry)];
  if (entry.endsWith('.json')) {
    const text = new TextDecoder().decode(await load(entry));
    return [checked(where, entry, parseJSON(`${where}: ${entry}`, text))];
  }
  if (entry.endsWith('.jsonl')) {
    const items = await readItems(where, path, entry, load);
    return items.map(([place, problem]) => checked(where, place, problem));
  }
  const names = (await load.list(entry)).filter((name) => /\.jsonl?$/.test(name));
  if (names.length === 0) throw invalid(where, path, entry, 'the folder has no .json or .jsonl files');
  const lists = await Promise.all(names.map((name) => readEntry(where, path, `${entry}/${name}`, load)));
  return lists.flat();
}

function checked(where: string, path: string, problem: unknown): unknown {
  try {
    readProblem(problem as object);
    return problem;
  } catch (error) {
    throw new TypeError(`${where}: ${path}: ${messageOf(error)}`);
  }
}

function openProblems({ fields, files }: Work): OpenWork {
  const texts = unpackItems(files);
  return openLines(texts.length, (index) => {
    const problem = readProblem(texts[index]);
    const answer = answerProblem(problem, fields['algorithm'] as string | undefined);
    const differences = differencesFrom(problem, answer);
    const { title, query } = problem;
    return { title, query, ...answer, ...(differences.length > 0 ? { differences } : {}) };
  });
}

// `proximal query --batch`: the answers to a file of problems, one per line, on all cores.
import { createPool } from 'proximal/parallel';
import type { AnsweredLine, ProblemAnswer, ProblemLine } from './batch-task.ts';
import { readInput } from './files.ts';
import { Failure, UsageError } from './outcome.ts';
import { Progress } from './progress.ts';
import { type Rows, RowWriter, rowFormatOf } from './simulation/recorder.ts';

interface BatchArguments {
  /** The file of problems. */
  readonly file: string;
  readonly workers: string;
  readonly out: string;
}

/** Answers all lines, and then writes the answers in their order. A line that is no problem ends the command before anything is written. */
export async function answerBatch({ file, workers, out }: BatchArguments): Promise<void> {
  const format = rowFormatOf('out', out, 'jsonl');
  const size = workerCount(workers);
  const { name, bytes } = readInput(file);
  const lines = linesOf(new TextDecoder().decode(bytes));
  const pool = createPool(size === null ? {} : { size });
  const progress = new Progress();
  const start = performance.now();
  let answered: AnsweredLine[];
  try {
    answered = await pool.map<ProblemLine, AnsweredLine>(new URL('./batch-task.js', import.meta.url), lines, {
      onProgress: (done, all) => progress.update(done / all, `${done} answers`),
    });
  } finally {
    progress.end();
    pool.close();
  }
  const seconds = (performance.now() - start) / 1000;
  const answers = answered.map((answer) => {
    if ('error' in answer) throw new Failure(`${name}, line ${answer.line}: ${answer.error}`);
    return answer;
  });
  const writer = new RowWriter(out, format, rows);
  for (const answer of answers) writer.write(answer);
  writer.finish();
  console.error(summary(answers, pool.size, seconds));
  const wrong = answers.filter((answer) => answer.wrong.length > 0);
  if (wrong.length > 0)
    throw new Failure(
      `${wrong.length} of ${answers.length} answers are wrong; line ${wrong[0].line}: ${wrong[0].wrong[0]}`,
    );
}

/** Null: as many as there are cores. */
function workerCount(text: string): number | null {
  if (text === 'auto') return null;
  const count = Number(text);
  if (Number.isInteger(count) && count >= 1 && count <= 1024) return count;
  throw new UsageError(`--workers ${text}: give auto, or a whole number from 1 to 1024.`);
}

/** The lines of a text that are not blank. */
function linesOf(text: string): ProblemLine[] {
  return text.split('\n').flatMap((content, k) => (content.trim() === '' ? [] : [{ line: k + 1, text: content }]));
}

const points = ['pointA', 'pointB', 'normal'] as const;

const rows: Rows<ProblemAnswer> = {
  titles: [
    'line',
    'query',
    'value',
    'status',
    'lower',
    'upper',
    ...points.flatMap((name) => ['x', 'y', 'z'].map((axis) => `${name}.${axis}`)),
  ],
  cells: (answer) => [
    answer.line,
    answer.query,
    typeof answer.value === 'number' ? answer.value : String(answer.value),
    answer.status ?? '',
    answer.lower ?? '',
    answer.upper ?? '',
    ...points.flatMap((name) => [0, 1, 2].map((axis) => answer[name]?.[axis] ?? '')),
  ],
  object: ({ wrong: _wrong, ...answer }) => answer,
};

/** The number of queries, the time, and how often each status occurs. */
function summary(answers: readonly ProblemAnswer[], workers: number, seconds: number): string {
  const counts = new Map<string, number>();
  for (const { status, value } of answers) {
    const outcome = status ?? String(value);
    counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
  }
  const outcomes = [...counts].map(([outcome, count]) => `${count} ${outcome}`).join(', ');
  const rate = Math.round(answers.length / seconds);
  const [queries, threads] = [countOf(answers.length, 'query', 'queries'), countOf(workers, 'worker', 'workers')];
  const speed = `${queries}, ${threads}, ${seconds.toFixed(2)} s, ${rate} queries per second`;
  return outcomes === '' ? speed : `${speed}: ${outcomes}`;
}

function countOf(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`;
}

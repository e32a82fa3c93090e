// The task of `query --batch` on a worker: answers one line of a file of problems.
import { type Answer, answerProblem, differencesFrom, readProblem } from 'proximal/problem';
import { messageOf } from './outcome.ts';

/** A line of the input, and its number in the file, counted from 1. */
export interface ProblemLine {
  readonly line: number;
  readonly text: string;
}

/** The answer to a line, or the reason why it is no problem. */
export type AnsweredLine = ProblemAnswer | { readonly line: number; readonly error: string };

export interface ProblemAnswer extends Pick<Answer, (typeof answerFields)[number]> {
  readonly line: number;
  readonly query: string;
  /** Errors of the answer: an invalid certificate, and differences from the expected answer. */
  readonly wrong: readonly string[];
}

/** The fields of an answer that are written, in this order. */
const answerFields = ['value', 'status', 'lower', 'upper', 'pointA', 'pointB', 'normal'] as const;

export default function answerLine({ line, text }: ProblemLine): AnsweredLine {
  try {
    const problem = readProblem(text);
    const answer = answerProblem(problem);
    const wrong = differencesFrom(problem, answer);
    const kept = answerFields.filter((name) => answer[name] !== undefined).map((name) => [name, answer[name]]);
    return { line, query: problem.query, ...Object.fromEntries(kept), wrong } as ProblemAnswer;
  } catch (error) {
    return { line, error: messageOf(error) };
  }
}

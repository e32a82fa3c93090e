// A package of npm as a program that speaks like native/harness.hpp: node serve.js <package> <problem file>. A process of its own
// for each, so that what one has done to the JavaScript engine does not slow the next one down.
import { createInterface } from 'node:readline';
import { passes, WarmUp } from '../../harness/timer.ts';
import { readProblemFile } from '../../problems/problem-set.ts';
import { type Queries, type Query, Unsupported } from './library.ts';
import { packages } from './packages.ts';

function run(query: Query, first: number, count: number, repeats: number): object {
  const answer = new Float64Array(7);
  const pass = passes(count, () => {
    for (let k = first; k < first + count; k++) query(k, answer);
  });
  return { nanoseconds: pass.run(repeats) };
}

function answers(query: Query, first: number, count: number): object {
  const all = Array.from({ length: count }, (_, k) => {
    const answer = new Float64Array(7).fill(Number.NaN);
    query(first + k, answer);
    return [...answer];
  });
  return { answers: all };
}

async function converse(queries: Queries): Promise<void> {
  const warmUp = new WarmUp();
  const anything = new Float64Array(7);
  for await (const line of createInterface({ input: process.stdin })) {
    if (line === 'quit') return;
    const [command, name, first, count, repeats] = line.split(' ');
    const query = queries[name];
    if (command === 'run') warmUp.run(name, Number(count), (k) => query(Number(first) + k, anything));
    const reply =
      command === 'answers'
        ? answers(query, Number(first), Number(count))
        : run(query, Number(first), Number(count), Number(repeats));
    process.stdout.write(`${JSON.stringify(reply)}\n`);
  }
}

const [name, file] = process.argv.slice(2);
const set = readProblemFile(file);
// Some packages greet on the standard output when they are loaded.
console.log = console.error;
try {
  const queries = await packages[name](set);
  process.stdout.write('ready\n');
  await converse(queries);
} catch (error) {
  if (!(error instanceof Unsupported)) throw error;
  process.stdout.write(`unsupported ${error.message}\n`);
}
process.exit(0);

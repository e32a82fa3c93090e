// A package of npm as a program with the protocol of native/harness.hpp: node serve.js <peer> <problem file>. Each package has its own
// process, so that it is not affected by what the JavaScript engine has compiled for others.
import { createInterface } from 'node:readline';
import { passes, WarmUp } from '../harness/timer.ts';
import { readProblemFile } from '../problems/problem-set.ts';
import { type Queries, type Query, Unsupported } from './peer.ts';
import { peers } from './registry.ts';

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

async function answerCommands(queries: Queries): Promise<void> {
  const warmUp = new WarmUp();
  const scratch = new Float64Array(7);
  for await (const line of createInterface({ input: process.stdin })) {
    if (line === 'quit') return;
    const [command, name, first, count, repeats] = line.split(' ');
    const query = queries[name];
    if (command === 'run') warmUp.run(name, Number(count), (k) => query(Number(first) + k, scratch));
    const reply =
      command === 'answers'
        ? answers(query, Number(first), Number(count))
        : run(query, Number(first), Number(count), Number(repeats));
    process.stdout.write(`${JSON.stringify(reply)}\n`);
  }
}

const [name, file] = process.argv.slice(2);
const set = readProblemFile(file);
// Some packages print when they are loaded.
console.log = console.error;
try {
  const open = peers.find((peer) => peer.name === name)?.query?.open;
  if (!open) throw new Error(`no package ${name} answers queries`);
  const queries = await open(set);
  process.stdout.write('ready\n');
  await answerCommands(queries);
} catch (error) {
  if (!(error instanceof Unsupported)) throw error;
  process.stdout.write(`unsupported ${error.message}\n`);
}
process.exit(0);

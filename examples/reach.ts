// An arm takes a bottle out of a shelf, with motions that are proven free: `npm run example -- reach`.
import { certifyMotion, type Plan } from 'proximal/planning';
import { transport } from './planning/shelf.ts';

function describe(title: string, plan: Plan): void {
  const { status, reason, path, proof, statistics } = plan;
  if (status === 'failed') {
    console.log(`${title}: ${reason}`);
    return;
  }
  const entries = proof.reduce((sum, { count }) => sum + count, 0);
  console.log(
    `${title}: ${path.length - 1} motions, ${statistics.length.toFixed(2)} rad, ${entries} separating planes prove them free`,
  );
  for (const q of path) console.log(`  ${[...q].map((x) => x.toFixed(2).padStart(6)).join(' ')}`);
}

const { toBottle, toTable } = transport(1);
describe('to the bottle', toBottle);
describe('to the table, with the bottle', toTable);
console.log('recomputed by certifyMotion:', certifyMotion(toTable.cell, toTable).valid ? 'valid' : 'not valid');

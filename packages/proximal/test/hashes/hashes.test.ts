// Hashes of the bits of answers, as in Box2D and Jolt. A change that should not affect answers keeps every hash. Both targets and every
// machine must give the same hashes. After an intended change of bits, write the new hashes and commit them with it:
//
//   npx vitest run --project js --project wasm hashes -u
import { describe, expect, it } from 'vitest';
import { hashOf } from './hash.ts';
import { contacts, dynamics } from './mechanics.ts';
import { plane } from './plane-queries.ts';
import { depths, derivatives, distances, type Groups, growths } from './queries.ts';
import { scenes } from './scenes.ts';
import { simulations, stepDerivatives } from './simulations.ts';

const groups: Groups = {
  ...distances,
  ...depths,
  ...growths,
  ...derivatives,
  ...plane,
  ...scenes,
  ...contacts,
  ...dynamics,
  ...simulations,
  ...stepDerivatives,
};

describe('hash', () => {
  it.each(Object.entries(groups))('%s', (_name, answers) => {
    expect(hashOf(answers())).toMatchSnapshot();
  });
});

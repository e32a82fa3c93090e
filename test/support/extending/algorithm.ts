// A distance algorithm: GJK, restarted from its own result.
import { before, inSequence, type Recipe } from './recipe.ts';

const kernel = `
import * as Query from '../blocks/query.ts';
import { ACTIVE_SET_SIMPLEX } from '../constants.ts';
import { gjk } from './gjk.ts';

export function twice(w: i32, guessX: f64, guessY: f64, guessZ: f64): i32 {
  Query.setActiveSet(w, ACTIVE_SET_SIMPLEX);
  gjk(w, guessX, guessY, guessZ);
  const iterations: i32 = Query.iterations(w);
  const termination: i32 = gjk(w, -Query.nearest(w, 0), -Query.nearest(w, 1), -Query.nearest(w, 2));
  Query.setIterations(w, iterations + Query.iterations(w));
  return termination;
}
`;

const entry = `  {
    name: 'twice',
    title: 'GJK, twice',
    reference: 'none',
    momentum: MOMENTUM_NONE,
    activeSet: ACTIVE_SET_TWICE,
  },
`;

export const algorithmRecipe: Recipe = {
  section: 'Distance and collision',
  name: 'twice',
  changes: {
    'packages/proximal/kernel/gjk/twice.ts': kernel,
    'packages/proximal/kernel/constants.ts': before(
      'export const CRITERION_BOUNDS',
      'export const ACTIVE_SET_TWICE: i32 = 2;\n\n',
    ),
    'packages/proximal/kernel/search.ts': inSequence(
      before('  CRITERION_BOUNDS,\n', '  ACTIVE_SET_TWICE,\n'),
      before('import { hasHalfspace, solveHalfspace }', "import { twice } from './gjk/twice.ts';\n"),
      before(
        '  const termination: i32 = gjk(w, x, y, z);\n',
        '  if (Query.activeSet(w) === ACTIVE_SET_TWICE) return twice(w, x, y, z);\n',
      ),
    ),
    'packages/proximal/src/proximity/algorithms.ts': inSequence(
      before('  MOMENTUM_AUTO,\n', '  ACTIVE_SET_TWICE,\n'),
      before('] as const satisfies readonly DistanceAlgorithm[];', entry),
    ),
  },
};

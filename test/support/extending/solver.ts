// A contact solver: projected Gauss-Seidel on the CCP with shorter steps than ccp-pgs.
import { before, inSequence, type Recipe } from './recipe.ts';

const solver = `
import { projectCone } from '../cones.ts';
import type { SolverSettings } from '../options.ts';
import type { Progress } from '../progress.ts';
import type { SolverWorkspace } from '../solver-workspace.ts';
import { inverseOf, type Rule, runSweeps } from './sweep.ts';

/** A step of 1/trace is at most 1/λmax, and so descends. */
const rule: Rule = {
  prepare(workspace) {
    const { bilateral, contacts, diagonal } = workspace;
    const steps = workspace.vector(0);
    for (let at = bilateral; at < bilateral + 3 * contacts; at += 3)
      steps[at] = inverseOf(diagonal[at] + diagonal[at + 1] + diagonal[at + 2]);
  },
  update(workspace, _settings, contact, at) {
    const { lambda, local, friction } = workspace;
    for (let k = 0; k < 3; k++) lambda[at + k] -= workspace.vector(0)[at] * local[k];
    projectCone(lambda, at, friction[contact]);
  },
  project({ lambda, friction }, _settings, contact, at) {
    projectCone(lambda, at, friction[contact]);
  },
};

export function runCcpShort(workspace: SolverWorkspace, settings: SolverSettings, progress: Progress): void {
  runSweeps(workspace, settings, progress, rule);
}
`;

const entry = `  {
    name: 'ccp-short',
    title: 'CCP, short steps',
    model: 'ccp',
    isPerContact: true,
    warmStart: ['impulses'],
    guarantee: 'descent on a convex problem',
    isGuaranteed: true,
    reference: 'none',
    measure: measureCcp,
    tangent: ccpTangent,
    run: runCcpShort,
  },
`;

export const solverRecipe: Recipe = {
  section: 'A contact solver',
  name: 'ccp-short',
  changes: {
    'packages/proximal/src/contact/solvers/ccp-short.ts': solver,
    'packages/proximal/src/contact/registry.ts': inSequence(
      before(
        "import { runLcpLemke } from './solvers/lcp-lemke.ts';",
        "import { runCcpShort } from './solvers/ccp-short.ts';\n",
      ),
      before('] as const satisfies readonly ContactSolver[];', entry),
    ),
  },
};

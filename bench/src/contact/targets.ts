// What was asked for, and what came out.
import type { Target } from '../targets.ts';
import type { ContactResults } from './measured.ts';

export function targetsOf({ sweeps, ratios, timings, table2 }: ContactResults): Target[] {
  const targets: Target[] = [];
  if (typeof sweeps === 'string')
    targets.push({ what: 'sweeps beside C++', wanted: '≤ 1.5', found: sweeps, isMet: null });
  else
    for (const { solver, ratio } of sweeps)
      targets.push({
        what: `a sweep of ${solver} over 100 contacts, in units of C++`,
        wanted: '≤ 1.5',
        found: `${ratio.median.toFixed(2)} [${ratio.low.toFixed(2)}–${ratio.high.toFixed(2)}]`,
        isMet: ratio.median <= 1.5,
      });
  for (const { solver, iterations, status } of ratios.filter((each) => each.solver.endsWith('admm')))
    targets.push({
      what: `iterations of ${solver} to 1e-8 at a mass ratio of 10⁶`,
      wanted: '< 300',
      found: `${iterations}, ${status}`,
      isMet: status === 'converged' && iterations < 300,
    });
  for (const trajectory of new Set(timings.map((each) => each.trajectory)))
    for (const solver of ['ncp-admm', 'ncp-pgs']) {
      const own = timings.filter((each) => each.trajectory === trajectory && each.solver === solver);
      const [cold, warm] = ['cold', 'warm'].map((start) => own.find((each) => each.start === start)?.iterations ?? 0);
      targets.push({
        what: `warm start of ${solver} along ${trajectory}: iterations cold over warm`,
        wanted: '≥ 3',
        found: `${cold.toFixed(1)} / ${warm.toFixed(1)} = ${(cold / warm).toFixed(1)}`,
        isMet: cold / warm >= 3,
      });
    }
  for (const { solver, internal } of table2.filter((each) => /admm|staggered/.test(each.solver)))
    targets.push({
      what: `internal forces of ${solver} at stiction, relative to all impulses`,
      wanted: '< 1 %',
      found: internal.toExponential(1),
      isMet: internal < 0.01,
    });
  return targets;
}

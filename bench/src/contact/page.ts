// The page of the results, and the paper's numbers.
import { markdownTable, type Section, short, type Target, targetTable } from '../harness/page.ts';
import type { ContactResults } from './contact.ts';
import { analyticDistance, type ConsistencyResult } from './cube-experiments.ts';
import type { Figures } from './figures.ts';
import { paperTicks, small, smallInternal, ticksOf } from './table2.ts';
import { accuracy } from './times.ts';

const tickNames = ['Signorini', 'Coulomb', 'MDP', 'no shift', 'no internal forces', 'robust', 'guarantees'];

/** Table II with the paper's ticks. */
export function tickSection({ table2 }: ContactResults): Section {
  return {
    title: 'Table II, measured and in the paper',
    note: '',
    head: ['solver', 'ticks', 'paper'],
    rows: table2.map((row) => [row.solver, ticksOf(row), paperTicks[row.solver] ?? '–']),
  };
}

export function pageOf(results: ContactResults, targets: readonly Target[], figures: Figures): string {
  const { isQuick, seed, skipped } = results;
  const show = (number: string): string => (figures[number] ?? []).map((file) => `![${file}](${file})`).join('\n');
  return `# Contact models: the paper's experiments

Written by \`npm run bench -- contact${isQuick ? ' --quick' : ''} --seed ${seed}\` on ${new Date().toISOString().slice(0, 10)}, Node ${process.version}. The paper is Le Lidec et
al., "Contact Models in Robotics: a Comparative Analysis". ${isQuick ? 'This was a quick run. ' : ''}${skipped.map((reason) => `Skipped: ${reason}. `).join('')}

## Targets

${targetTable(targets)}

## Table II

Every tick but the last is measured: a residual, relative to ‖λ‖ and ‖g‖, below ${small} on cubes that slide and rotate; no shift: a cube in stiction does not move;
no internal forces: friction of the feet that differs from the solution of least norm by less than ${100 * smallInternal} % of all its impulses; robust: converged to 1e-8 at a mass
ratio of 10⁶. Guarantees are theoretical;
beside them is the share of random problems on which the solver converged.

${table2Table(results)}

${table2Reasons}

## Fig. 9 and 10: sliding

A cube of 1 kg starts at 1 m/s along y with µ = 0.4; it should go straight, ${analyticDistance.toFixed(4)} m far, and never leave the ground. The tangents are
turned by 30°, as a contact frame may be.

${slidingTable(results)}

${show('9')}
${show('10')}

The LCP drifts sideways, and its friction is too large: by up to √2 toward the corners of its pyramid. The CCP jumps: by the paper's equation (18), sliding contacts separate at µ times
their speed. RaiSim stays on the ground, and its friction is slightly too small (equation 21). The NCP is on the analytic curve.

## Fig. 11: from stiction to sliding

Under a force that grows by 16 N/s the cube slides after ${(0.4 * 9.81) / 16} s; with the LCP later, because of the corners of its pyramid. Before it slides, each foot's
friction should be a quarter of the force: ADMM and the staggered solvers find this solution, the per-contact solvers have internal forces.

${stictionTable(results)}

${show('11')}

## Fig. 12: mass ratios

${ratioTable(results)}

${show('12')}

## Fig. 13: compliance

Solo-12 stands on its own collision shapes, with drives of 20 N m/rad, on contacts with the compliance R along normals and tangents. Then it is pushed by 2 N along x, at µ = 0.7:

${robotComplianceTable(results)}

A cube on four feet shows all three effects: sinking is linear in R, friction with R creeps, and internal forces fade.

${complianceTable(results)}

${show('13')}

MuJoCo's R = α diag(G) is such a compliance, without a material. Newton steps, and the creep velocity in stiction, relative to the largest |g|:

${regularizationTable(results)}

## Tables III and IV, Fig. 14 and 15: self-consistency

Integral consistency error in m·s, here over 0.4 s of the cube above. The paper does not give its cube, speed and duration, so the sizes differ. Only the
growth with the time step can be compared: ten times the error for ten times the step.

${consistencyTable(results.timeSteps, paperTimeSteps, 'time step (s)')}

${consistencyTable(results.criteria, paperCriteria, 'stopping criterion')}

In the second table the order of the models is not the paper's: its CCP and RaiSim have far larger errors at 1e-2 than ours, and its NCP far smaller ones. The
paper gives neither the cube and its motion, nor the residual of the criterion, nor whether solves start warm. Here it is the residual of each solver's own
model, on the recomputed velocity, in N·s, m/s and J, and every solve starts cold. These changes were tried (Table IV again, errors in m·s):

${variantTable(results)}

${variantVerdict(results)}

${show('14')}
${show('15')}

## Fig. 16: robots

Microseconds per solve to ${accuracy}, median [80 % of the steps], and iterations. Solo-12 and Talos hold a posture and are pushed at their base, by 6 and 4 N and by 60 and 40 N along x and y, for the first
half of the time; a ball falls into the Allegro hand. \`World\` simulates them with their own collision shapes, steps of 1 ms, µ = 0.7 and \`ncp-admm\` to 1e-8; dry friction and damping of joints are
left out. The problems are rebuilt from its reports, and are the same for every solver. The largest residual of the simulation's impulses in them: ${accuracyText(results)}.

${timingTable(results)}

${show('16')}

### Warm starts

Mean iterations along the trajectories from zero, from the last solution, and the ratio; in parentheses the medians. If the set of contacts has changed, the impulses of the
contacts that persist are the start, without dual variables; ADMM keeps its ρ. The steps in which contacts begin to slide or to stick dominate the means.

${warmStartTable(results)}

Contacts with a gap of up to 5 mm are part of the problems, so that some are open and have no impulse. Mean iterations from zero with all contacts, and with only
the contacts that have an impulse, over the problems with both kinds:

${openTable(results)}

## Sweeps compared with C++

${sweepTable(results)}

## ContactBench's own problems

${dumpTable(results)}
`;
}

function table2Table({ table2 }: ContactResults): string {
  const rows = table2.map((row) => {
    const [own, paper] = [[...ticksOf(row)], [...(paperTicks[row.solver] ?? '')]];
    const values = [row.signorini, row.coulomb, row.dissipation, row.shift, row.internal];
    const cells = own.map((tick, k) => {
      const mark = tick === '✓' ? '✓' : '–';
      const other = paper.length > 0 && paper[k] !== tick ? ' **differs**' : '';
      if (k < 5) return `${mark} ${values[k].toExponential(0)}${other}`;
      return k === 5 ? `${mark}${other}` : `${mark} ${row.guarantee}; ${(100 * row.converged).toFixed(0)} %${other}`;
    });
    return [row.title, ...cells];
  });
  return markdownTable(['', ...tickNames], rows);
}

const table2Reasons = `Differences: the paper ticks guarantees for PGS on the LCP and the NCP, but we know of none with friction; and it has no Lemke and no ADMM on the NCP.
Lemke's internal forces depend on its final basis. The regularized CCP has no internal forces and converges everywhere, to a shifted answer.`;

function slidingTable({ sliding }: ContactResults): string {
  return markdownTable(
    ['model', 'along (m)', 'across (mm)', 'jumps (mm)', 'energy error'],
    sliding.map(({ name, along, across, height, energyError }) => [
      name,
      along.toFixed(4),
      (1000 * across).toFixed(2),
      (1000 * height).toFixed(2),
      `${(100 * energyError).toFixed(2)} %`,
    ]),
  );
}

function stictionTable({ stiction }: ContactResults): string {
  return markdownTable(
    ['solver', 'sliding starts at (s)', 'internal forces'],
    stiction.map(({ solver, slidesFrom, internal }) => [solver, slidesFrom.toFixed(3), internal.toExponential(1)]),
  );
}

function ratioTable({ ratios }: ContactResults): string {
  const columns = ratios[0].ratios.map(({ ratio }) => `ratio ${ratio}`);
  return markdownTable(
    ['solver', ...columns, 'at 10⁶'],
    ratios.map(({ solver, ratios: list, iterations, status }) => [
      solver,
      ...list.map(({ ncp }) => ncp.toExponential(0)),
      `${status}, ${iterations}`,
    ]),
  );
}

function complianceTable({ compliance }: ContactResults): string {
  return markdownTable(
    ['R (1/kg)', 'sinking (mm/s)', 'creeping (mm/s)', 'internal forces of PGS'],
    compliance.map((row) => [
      short(row.compliance),
      short(row.sinking),
      short(row.creeping),
      row.internal.toExponential(1),
    ]),
  );
}

function robotComplianceTable({ robotCompliance }: ContactResults): string {
  if (robotCompliance === null) return 'Not measured: the robot files are missing.';
  const table = markdownTable(
    ['R (1/kg)', 'depth at rest (µm)', 'creeping of the feet (µm/s)'],
    robotCompliance.results.map((row) => [short(row.compliance), short(row.depth), short(row.creep)]),
  );
  return `${table}

The depth is linear in R (left in the paper's figure), and static friction becomes creep in proportion to R (center). There are no internal forces for R to remove (right): one contact of each foot
carries the load, and four contacts on 18 coordinates have unique impulses; those of PGS differ from those of least norm by ${robotCompliance.internal.toExponential(0)}.`;
}

function accuracyText({ accuracies }: ContactResults): string {
  if (accuracies.length === 0) return 'not measured';
  return accuracies.map(({ trajectory, residual }) => `${trajectory} ${residual.toExponential(0)}`).join(', ');
}

function regularizationTable({ regularization }: ContactResults): string {
  return markdownTable(
    ['α', 'steps, sticking', 'steps, sliding', 'creep velocity / largest |g|'],
    regularization.map(({ alpha, sticking, sliding, shift }) => [
      alpha.toExponential(0),
      `${sticking}`,
      `${sliding}`,
      shift.toExponential(1),
    ]),
  );
}

function consistencyTable(results: readonly ConsistencyResult[], paper: typeof paperTimeSteps, title: string): string {
  return markdownTable(
    ['model', title, 'here', 'paper'],
    results.map(({ name, setting, error }) => [
      name,
      short(setting),
      error.toExponential(1),
      paper.find((each) => each.name === name && each.setting === setting)?.error.toExponential(1) ?? '–',
    ]),
  );
}

function variantTable({ criteriaVariants }: ContactResults): string {
  return markdownTable(
    ['', ...paperCriteria.map(({ name, setting }) => `${name}, ${setting.toExponential(0)}`)],
    [
      ['paper', ...paperCriteria.map(({ error }) => error.toExponential(1))],
      ...criteriaVariants.map(({ what, results }) => [what, ...results.map(({ error }) => error.toExponential(1))]),
    ],
  );
}

/** Which of the changes give the paper's order, CCP before RaiSim before NCP, for every criterion. */
function variantVerdict({ criteriaVariants }: ContactResults): string {
  const inOrder = criteriaVariants.filter(({ results }) =>
    [...new Set(results.map(({ setting }) => setting))].every((setting) => {
      const [ccp, raisim, ncp] = ['CCP', 'RaiSim', 'NCP'].map(
        (name) => results.find((each) => each.name === name && each.setting === setting)?.error ?? Number.NaN,
      );
      return ccp > raisim && raisim > ncp;
    }),
  );
  if (inOrder.length === 0) return 'None of them gives the order of the paper for every criterion: not reproduced.';
  return `The order of the paper, CCP before RaiSim before NCP, comes out with: ${inOrder.map(({ what }) => what).join('; ')}.`;
}

function timingTable({ timings }: ContactResults): string {
  if (timings.length === 0) return 'Not measured: the robot files are missing.';
  const robots = [...new Set(timings.map(({ trajectory }) => trajectory))];
  const solvers = [...new Set(timings.map(({ solver }) => solver))];
  const cell = (trajectory: string, solver: string, start: string): string => {
    const found = timings.find(
      (each) => each.trajectory === trajectory && each.solver === solver && each.start === start,
    );
    if (!found) return '–';
    const { median, low, high } = found.time;
    const share = found.converged < 1 ? `, ${(100 * found.converged).toFixed(0)} %` : '';
    return `${short(median)} [${short(low)}–${short(high)}], ${found.iterations.toFixed(1)} it${share}`;
  };
  return markdownTable(
    ['solver', ...robots.flatMap((robot) => [`${robot} cold`, `${robot} warm`])],
    solvers.map((solver) => [
      solver,
      ...robots.flatMap((robot) => [cell(robot, solver, 'cold'), cell(robot, solver, 'warm')]),
    ]),
  );
}

/** Mean iterations of every solver along every trajectory, cold and warm. */
export function warmStartTable({ timings }: ContactResults): string {
  if (timings.length === 0) return 'Not measured: the robot files are missing.';
  const robots = [...new Set(timings.map(({ trajectory }) => trajectory))];
  const solvers = [...new Set(timings.map(({ solver }) => solver))];
  const cell = (robot: string, solver: string): string => {
    const found = timings.filter((each) => each.trajectory === robot && each.solver === solver);
    const [cold, warm] = ['cold', 'warm'].flatMap((start) => found.find((each) => each.start === start) ?? []);
    const means = `${cold.iterations.toFixed(1)} / ${warm.iterations.toFixed(1)} = ${(cold.iterations / warm.iterations).toFixed(1)}`;
    return `${means} (${cold.medianIterations} / ${warm.medianIterations})`;
  };
  return markdownTable(
    ['iterations, cold / warm', ...robots],
    solvers.map((solver) => [solver, ...robots.map((robot) => cell(robot, solver))]),
  );
}

export function openTable({ openContacts }: ContactResults): string {
  if (openContacts.length === 0) return 'Not measured: the robot files are missing.';
  return markdownTable(
    [
      'robot',
      'solver',
      'problems with both',
      'contacts',
      'of them open',
      'iterations',
      'without the open ones',
      'ratio',
    ],
    openContacts.map(({ trajectory, solver, count, all, contacts, open, withOpen, withoutOpen }) => [
      trajectory,
      solver,
      `${count} of ${all}`,
      ...(count === 0
        ? ['–', '–', '–', '–', '–']
        : [contacts, open, withOpen, withoutOpen]
            .map((value) => value.toFixed(1))
            .concat((withOpen / withoutOpen).toFixed(2))),
    ]),
  );
}

export function sweepTable({ sweeps }: ContactResults): string {
  if (typeof sweeps === 'string') return `Not measured: ${sweeps}`;
  return markdownTable(
    ['solver', 'µs per sweep over 100 contacts', 'C++', 'ratio', 'largest difference of the impulses'],
    sweeps.map(({ solver, own, native, ratio, difference }) => [
      solver,
      short(own.median),
      short(native.median),
      `${ratio.median.toFixed(2)} [${ratio.low.toFixed(2)}–${ratio.high.toFixed(2)}]`,
      difference.toExponential(0),
    ]),
  );
}

function dumpTable({ dumps }: ContactResults): string {
  if (dumps.length === 0) return 'Not measured: the problem files are missing.';
  return markdownTable(
    ['problem', 'solver', 'status', 'iterations', 'residual of the NCP'],
    dumps.map(({ name, solver, status, iterations, ncp }) => [
      name,
      solver,
      status,
      `${iterations}`,
      ncp.toExponential(1),
    ]),
  );
}

/** Table III: integral consistency error in m·s, by time step in seconds. */
const paperTimeSteps: readonly { readonly name: string; readonly setting: number; readonly error: number }[] = [
  { name: 'CCP', setting: 1e-3, error: 1.6e-3 },
  { name: 'CCP', setting: 1e-2, error: 1.7e-2 },
  { name: 'CCP', setting: 1e-1, error: 1.6e-1 },
  { name: 'RaiSim', setting: 1e-3, error: 1.5e-3 },
  { name: 'RaiSim', setting: 1e-2, error: 1.6e-2 },
  { name: 'RaiSim', setting: 1e-1, error: 1.5e-1 },
  { name: 'NCP', setting: 1e-3, error: 1.5e-3 },
  { name: 'NCP', setting: 1e-2, error: 1.6e-2 },
  { name: 'NCP', setting: 1e-1, error: 1.6e-1 },
];

/** Table IV: integral consistency error in m·s, by stopping criterion. */
const paperCriteria: typeof paperTimeSteps = [
  { name: 'CCP', setting: 1e-6, error: 6.7e-7 },
  { name: 'CCP', setting: 1e-4, error: 4.3e-5 },
  { name: 'CCP', setting: 1e-2, error: 4.8e-2 },
  { name: 'RaiSim', setting: 1e-6, error: 9.0e-8 },
  { name: 'RaiSim', setting: 1e-4, error: 4.8e-5 },
  { name: 'RaiSim', setting: 1e-2, error: 7.0e-4 },
  { name: 'NCP', setting: 1e-6, error: 6.0e-10 },
  { name: 'NCP', setting: 1e-4, error: 9.9e-8 },
  { name: 'NCP', setting: 1e-2, error: 5.3e-6 },
];

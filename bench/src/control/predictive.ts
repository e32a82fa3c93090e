// Whole-body predictive control of a quadruped through contact, compared with springs at its joints and with reactive walking.
import { defineBenchmark, text, whole } from '../harness/benchmark.ts';
import type { Section, Target } from '../harness/page.ts';
import { closedLoop, type LoopResult, medianUpdate, plantStep } from './closed-loop.ts';
import { type ControllerName, controllers, predictionStep, randomized, springs, torqueLimit } from './controllers.ts';
import { maneuversOf } from './maneuvers.ts';
import { loadQuadruped } from './quadruped.ts';

interface Row {
  readonly maneuver: string;
  readonly controller: ControllerName;
  readonly result: LoopResult;
}

export const predictiveBenchmark = defineBenchmark({
  name: 'predictive',
  title: 'whole-body predictive control of a quadruped through contact: standing up, recovery from pushes, walking',
  options: { nodes: whole(5, 200), milliseconds: whole(100, 10_000), only: text },
  full: { nodes: 35, milliseconds: 1500, only: '' },
  quick: { nodes: 10, milliseconds: 100, only: '0.6 m/s' },
  seconds: { quick: 3, full: 150 },
  async measure({ nodes, milliseconds, only }, run) {
    const robot = await loadQuadruped();
    const rows: Row[] = [];
    const runs = maneuversOf(robot.model).flatMap((maneuver) =>
      maneuver.controllers.map((controller) => ({ maneuver, controller, name: `${maneuver.name}, ${controller}` })),
    );
    for (const { maneuver, controller, name } of runs.filter(({ name }) => name.includes(only)))
      await run.step(name, () => {
        const feedback = controllers[controller](robot, maneuver, nodes);
        const result = closedLoop(robot.model, maneuver, feedback, milliseconds / 1000);
        rows.push({ maneuver: maneuver.name, controller, result });
      });
    return { robot: robot.name, rows };
  },
  targets: ({ rows }) => targetsOf(rows),
  page: ({ robot, rows }, _targets, { nodes, milliseconds }) => ({
    title: 'Predictive control through contact',
    intro: [
      `${robot}, for ${milliseconds} ms, on a plane with the friction coefficient 0.7, or on bumps with 0.3.`,
      'Bumps are a height field with cells of 2 cm; their size bounds the height from the lowest to the highest point.',
      `Plant: ${1000 * plantStep} ms, ncp-admm, tolerance 1e-10. All controllers act at 1 kHz with at most ${torqueLimit} N m.`,
      `Predictive: ${nodes} steps of ${1000 * predictionStep} ms of the simulator (ncp-admm at its defaults) on the same ground,`,
      '100 updates per second with one iteration each (the first has 20, or 5 with a gait). If the maneuver has a gait, the cost contains a trot,',
      'and feet that are to swing have the derivatives of feet that do not collide.',
      'Exact predictive: the exact derivatives for all feet.',
      `Randomized predictive: ${randomized.samples} samples, ${1000 * randomized.position} mm, ${100 * randomized.velocity} cm/s.`,
      'Standing predictive: without the trot.',
      `Springs: ${springs.stiffness} N m/rad and ${springs.damping} N m s/rad at every joint, no feed-forward.`,
      'Reactive: createWalkingController with its defaults and the friction coefficient of the ground.',
    ].join(' '),
    sections: [section(rows)],
  }),
});

function section(rows: readonly Row[]): Section {
  return {
    title: 'Maneuvers',
    note: 'Deviation of the base from its target at the end, or at a fall; largest sideways distance, cost of the motion of the plant, largest complementarity of a step, and processor time of an update (median).',
    head: [
      'maneuver',
      'controller',
      'in the plane, mm',
      'height, mm',
      'angle, mrad',
      'sideways, mm',
      'falls, s',
      'cost',
      'ε_c, J',
      'update, ms',
    ],
    rows: rows.map(({ maneuver, controller, result }) => [
      maneuver,
      controller,
      ...[result.offset, result.height, result.angle, result.excursion].map((value) => (1000 * value).toFixed(1)),
      result.fall?.toFixed(2) ?? '–',
      result.cost.toFixed(1),
      result.complementarity.toExponential(1),
      result.updates.length > 0 && controller.endsWith('predictive') ? medianUpdate(result).toFixed(1) : '–',
    ]),
  };
}

function targetsOf(rows: readonly Row[]): Target[] {
  const own = rows.filter(({ controller }) => controller === 'predictive');
  if (own.length === 0) return [];
  const complementarity = Math.max(...own.map(({ result }) => result.complementarity));
  const update = Math.max(...own.map(({ result }) => medianUpdate(result)));
  return [
    {
      what: 'complementarity of the plant',
      wanted: 'at most 1e-8 J',
      found: complementarity.toExponential(1),
      isMet: complementarity <= 1e-8,
    },
    {
      what: 'whole-body predictive control, processor time of an update (median)',
      wanted: 'at most 10 ms (100 Hz)',
      found: `${update.toFixed(1)} ms`,
      isMet: update <= 10,
    },
  ];
}

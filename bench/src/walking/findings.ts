// The paper's findings about Fig. 17 and 18 as statements about the measurement.
import { short, type Target } from '../harness/page.ts';
import type { ControllerTime } from './controller-time.ts';
import type { Row } from './summary.ts';
import { cases, speed } from './walk.ts';

/** The largest RMS difference of velocities that count as equal, as a share of the command. */
const equalVelocity = 0.05;
const relaxed = ['CCP', 'RaiSim'];

/** @param bumpy the names of the terrains with the paper's roughness */
export function findingsOf(rows: readonly Row[], bumpy: readonly string[]): Target[] {
  const on = (terrain: string): Row[] => rows.filter((row) => row.terrain === terrain);
  const flat = on('flat').filter(isCompared);
  return [
    velocityOnFlat(flat),
    lowComplementarity(flat, bumpy.flatMap(on)),
    ...bumpy.flatMap((terrain) => {
      const compared = on(terrain).filter(isCompared);
      return [
        departure(terrain, compared),
        complementarityWhileSliding(terrain, compared),
        ...slowdown(terrain, compared, flat),
        ...(['NCP', 'CCP'] as const).map((model) => advantage(terrain, model, compared, flat)),
      ];
    }),
  ];
}

function isCompared({ walk }: Row): boolean {
  return cases.includes(walk);
}

function isRelaxed({ walk }: Row): boolean {
  return relaxed.includes(walk.model);
}

function velocityOnFlat(flat: readonly Row[]): Target {
  const worst = flat.reduce((largest, row) => (row.deviation > largest.deviation ? row : largest));
  return {
    what: 'flat: velocity independent of the model, largest RMS difference from NCP',
    wanted: `at most ${equalVelocity * speed} m/s`,
    found: `${short(worst.deviation)} m/s (${worst.walk.name})`,
    isMet: worst.deviation <= equalVelocity * speed,
  };
}

/** Low in comparison: a tenth of the mean on bumps. */
function lowComplementarity(flat: readonly Row[], bumpy: readonly Row[]): Target {
  const ratios = flat.filter(isRelaxed).flatMap((row) =>
    bumpy
      .filter(({ walk }) => walk === row.walk)
      .map(({ terrain, complementarity }) => ({
        where: `${row.walk.name}, ${terrain}`,
        ratio: row.complementarity / complementarity,
      })),
  );
  const worst = ratios.reduce((largest, each) => (each.ratio > largest.ratio ? each : largest));
  return {
    what: 'flat: ε_c of CCP and RaiSim low, mean divided by the mean on bumps',
    wanted: 'at most 0.1',
    found: `at most ${short(worst.ratio)} (${worst.where})`,
    isMet: worst.ratio <= 0.1,
  };
}

/**
 * The models differ if the RMS difference of their velocity from NCP is, in the median of the starts, at least twice that between two walks by
 * NCP that start 1 µm apart.
 */
function departure(terrain: string, rows: readonly Row[]): Target {
  const found = rows.filter(isRelaxed);
  return {
    what: `${terrain}: velocities of CCP and RaiSim differ from NCP, RMS difference relative to that of NCP started 1 µm to the side, median of the starts`,
    wanted: 'at least 2',
    found: found.map(({ walk, ratio }) => `${walk.name} ${short(ratio)}`).join('; '),
    isMet: found.every(({ ratio }) => ratio >= 2),
  };
}

function complementarityWhileSliding(terrain: string, rows: readonly Row[]): Target {
  const ncp = Math.max(...rows.filter(({ walk }) => walk.model === 'NCP').map((row) => row.slidingComplementarity));
  const found = rows.filter(isRelaxed);
  return {
    what: `${terrain}: large ε_c of CCP and RaiSim while sliding, mean`,
    wanted: `100 times that of sticking steps and that of NCP, ${short(ncp)} J`,
    found: found
      .map(
        (row) =>
          `${row.walk.name} ${short(row.slidingComplementarity)}, ${short(row.stickingComplementarity)} sticking`,
      )
      .join('; '),
    isMet: found.every((row) => row.slidingComplementarity >= 100 * Math.max(ncp, row.stickingComplementarity)),
  };
}

/** By iterations: the walks on different grounds are minutes apart, and the speed of the machine may have changed. */
function slowdown(terrain: string, rows: readonly Row[], flat: readonly Row[]): Target[] {
  const ratios = rows.map((row) => ({
    name: row.walk.name,
    ratio: row.iterations / (flat.find(({ walk }) => walk === row.walk)?.iterations ?? Number.NaN),
  }));
  const slowest = ratios.reduce((a, b) => (b.ratio > a.ratio ? b : a));
  return [
    {
      what: `${terrain}: all solvers slower, iterations relative to flat`,
      wanted: 'above 1',
      found: ratios.map(({ name, ratio }) => `${name} ${ratio.toFixed(2)}`).join('; '),
      isMet: ratios.every(({ ratio }) => ratio > 1),
    },
    {
      what: `${terrain}: RaiSim slowed down most`,
      wanted: 'RaiSim has the largest ratio of iterations',
      found: `${slowest.name} ${slowest.ratio.toFixed(2)}`,
      isMet: slowest.name.startsWith('RaiSim'),
    },
  ];
}

function advantage(terrain: string, model: 'NCP' | 'CCP', rows: readonly Row[], flat: readonly Row[]): Target {
  const ratio = (terrainRows: readonly Row[]): number => {
    const time = (isAdmm: boolean): number =>
      terrainRows.find(({ walk }) => walk.model === model && walk.solver.endsWith('admm') === isAdmm)?.time ??
      Number.NaN;
    return time(true) / time(false);
  };
  const [before, after] = [ratio(flat), ratio(rows)];
  return {
    what: `${terrain}: gap between per-contact and ADMM smaller, time of ${model} by ADMM over per contact`,
    wanted: `below that on flat, ${short(before)}`,
    found: short(after),
    isMet: after < before,
  };
}

export function controllerTargets({ calls, load }: ControllerTime): Target[] {
  const [mpc, wholeBody] = calls;
  return [
    {
      what: 'a call of the controller with the warm QP of the MPC, processor time, 95 %',
      wanted: 'at most 2 ms',
      found: `${mpc.tail.toFixed(2)} ms, median ${mpc.median.toFixed(2)} ms`,
      isMet: mpc.tail <= 2,
    },
    {
      what: 'the whole controller in real time at 500 Hz: processor time of its calls',
      wanted: 'at most 2 ms in 95 % of the calls, and less than the simulated time',
      found: `${wholeBody.tail.toFixed(2)} ms without MPC, ${(100 * load).toFixed(0)} % of the simulated time`,
      isMet: mpc.tail <= 2 && wholeBody.tail <= 2 && load < 1,
    },
  ];
}

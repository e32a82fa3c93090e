// The figures of the paper, with its axes.
import { boxChart, curveChart } from '../harness/plot.ts';
import { resultPath, writeWhole } from '../harness/results.ts';
import type { ContactResults } from './contact.ts';
import {
  complianceCurves,
  energyCurves,
  energyCurvesOf,
  footCurves,
  heightCurves,
  pathCurves,
  speedCurves,
} from './cube-experiments.ts';
import { ratioCurves, residualCurves } from './table2.ts';
import { accuracy, timingBoxes } from './times.ts';

/** The files by number of the figure. */
export type Figures = Readonly<Record<string, readonly string[]>>;

export async function drawFigures(results: ContactResults, timeStep: number): Promise<Figures> {
  const figures: Record<string, string[]> = {};
  const add = async (number: string, name: string, chart: Promise<string>): Promise<void> => {
    writeWhole(resultPath(`contact/${name}.svg`), await chart);
    figures[number] = [...(figures[number] ?? []), `${name}.svg`];
  };
  const { sliding, stiction, ratios, compliance, timeSteps, criteria, timings } = results;
  const time = 'time (s)';
  const energy = 'mechanical energy (J)';
  const curves = curveChart;
  await add(
    '9',
    'fig9-path',
    curves(pathCurves(sliding), {
      title: 'Fig. 9: the path of a sliding cube, from above',
      xLabel: 'y (m)',
      yLabel: 'x (m)',
    }),
  );
  await add(
    '10',
    'fig10-height',
    curves(heightCurves(sliding), { title: 'Fig. 10, left: how high it jumps', xLabel: time, yLabel: 'height (mm)' }),
  );
  await add(
    '10',
    'fig10-energy',
    curves(energyCurves(sliding), { title: 'Fig. 10, right: energy', xLabel: time, yLabel: energy }),
  );
  const shown = stiction.filter(({ solver }) => ['ccp-pgs', 'raisim', 'ncp-pgs', 'ncp-admm'].includes(solver));
  await add(
    '11',
    'fig11-speed',
    curves(speedCurves(shown), {
      title: 'Fig. 11, left: under a growing force',
      xLabel: time,
      yLabel: 'tangential velocity (m/s)',
    }),
  );
  await add(
    '11',
    'fig11-feet',
    curves(footCurves(shown, timeStep), {
      title: 'Fig. 11, right: friction of each of the four feet',
      xLabel: time,
      yLabel: 'tangential force (N)',
    }),
  );
  const residual = 'residual of the NCP (14)';
  await add(
    '12',
    'fig12-iterations',
    curves(residualCurves(ratios), {
      title: 'Fig. 12, left: 10³ kg on 10⁻³ kg',
      xLabel: 'iteration',
      yLabel: residual,
      isLogarithmic: true,
    }),
  );
  await add(
    '12',
    'fig12-ratios',
    curves(ratioCurves(ratios), {
      title: 'Fig. 12, right: after 1000 iterations at most',
      xLabel: 'mass ratio',
      yLabel: residual,
      isLogarithmic: true,
      isXLogarithmic: true,
    }),
  );
  await add(
    '13',
    'fig13-compliance',
    curves(complianceCurves(compliance), {
      title: 'Fig. 13: a cube at rest with compliance',
      xLabel: 'compliance R (1/kg)',
      yLabel: 'velocity (mm/s)',
      isLogarithmic: true,
      isXLogarithmic: true,
    }),
  );
  for (const model of ['CCP', 'RaiSim', 'NCP']) {
    const name = model.toLowerCase();
    await add(
      '14',
      `fig14-${name}`,
      curves(energyCurvesOf(timeSteps, model, ' s'), {
        title: `Fig. 14: ${model}, by time step`,
        xLabel: time,
        yLabel: energy,
      }),
    );
    await add(
      '15',
      `fig15-${name}`,
      curves(energyCurvesOf(criteria, model, ''), {
        title: `Fig. 15: ${model}, by stopping criterion`,
        xLabel: time,
        yLabel: energy,
      }),
    );
  }
  if (timings.length > 0) {
    for (const start of ['cold', 'warm'] as const)
      await add(
        '16',
        `fig16-${start}`,
        boxChart(timingBoxes(timings, start), {
          title: `Fig. 16: ${start} start, to ${accuracy}`,
          xLabel: 'robot',
          yLabel: 'time per solve (µs)',
          isLogarithmic: true,
        }),
      );
  }
  return figures;
}

// The figures of the paper, with its axes.
import { boxChart, type Curve, type CurveLabels, curveChart } from '../harness/plot.ts';
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
import { robotComplianceCurves } from './robot-compliance.ts';
import { ratioCurves, residualCurves } from './table2.ts';
import { accuracy, timingBoxes } from './times.ts';

/** The names of the SVG files by number of the figure. */
export type Figures = Readonly<Record<string, readonly string[]>>;

interface Figure {
  readonly number: string;
  readonly file: string;
  readonly chart: () => Promise<string>;
}

const time = 'time (s)';
const energy = 'mechanical energy (J)';
// Equation (14) of the paper.
const residual = 'residual of the NCP (14)';

/** Draws all figures and returns their files. */
export async function drawFigures(results: ContactResults, timeStep: number): Promise<Figures> {
  const figures: Record<string, string[]> = {};
  const all = [
    ...slidingFigures(results),
    ...stictionFigures(results, timeStep),
    ...ratioFigures(results),
    ...robotComplianceFigures(results),
    ...consistencyFigures(results),
    ...timingFigures(results),
  ];
  for (const { number, file, chart } of all) {
    writeWhole(resultPath(`contact/${file}.svg`), await chart());
    figures[number] = [...(figures[number] ?? []), `${file}.svg`];
  }
  return figures;
}

function curves(number: string, file: string, data: readonly Curve[], labels: CurveLabels): Figure {
  return { number, file, chart: () => curveChart(data, labels) };
}

function slidingFigures({ sliding }: ContactResults): Figure[] {
  return [
    curves('9', 'fig9-path', pathCurves(sliding), {
      title: 'Fig. 9: the path of a sliding cube, from above',
      xLabel: 'y (m)',
      yLabel: 'x (m)',
    }),
    curves('10', 'fig10-height', heightCurves(sliding), {
      title: 'Fig. 10, left: height of the cube',
      xLabel: time,
      yLabel: 'height (mm)',
    }),
    curves('10', 'fig10-energy', energyCurves(sliding), {
      title: 'Fig. 10, right: energy',
      xLabel: time,
      yLabel: energy,
    }),
  ];
}

function stictionFigures({ stiction }: ContactResults, timeStep: number): Figure[] {
  const shown = stiction.filter(({ solver }) => ['ccp-pgs', 'raisim', 'ncp-pgs', 'ncp-admm'].includes(solver));
  return [
    curves('11', 'fig11-speed', speedCurves(shown), {
      title: 'Fig. 11, left: speed of the cube under a growing force',
      xLabel: time,
      yLabel: 'tangential velocity (m/s)',
    }),
    curves('11', 'fig11-feet', footCurves(shown, timeStep), {
      title: 'Fig. 11, right: friction of each of the four feet',
      xLabel: time,
      yLabel: 'tangential force (N)',
    }),
  ];
}

function ratioFigures({ ratios, compliance }: ContactResults): Figure[] {
  return [
    curves('12', 'fig12-iterations', residualCurves(ratios), {
      title: 'Fig. 12, left: 10³ kg on 10⁻³ kg',
      xLabel: 'iteration',
      yLabel: residual,
      isLogarithmic: true,
    }),
    curves('12', 'fig12-ratios', ratioCurves(ratios), {
      title: 'Fig. 12, right: after 1000 iterations at most',
      xLabel: 'mass ratio',
      yLabel: residual,
      isLogarithmic: true,
      isXLogarithmic: true,
    }),
    curves('13', 'fig13-compliance', complianceCurves(compliance), {
      title: 'Fig. 13 with a cube: at rest with compliance',
      xLabel: 'compliance R (1/kg)',
      yLabel: 'velocity (mm/s)',
      isLogarithmic: true,
      isXLogarithmic: true,
    }),
  ];
}

function robotComplianceFigures({ robotCompliance }: ContactResults): Figure[] {
  if (robotCompliance === null) return [];
  return [
    curves('13', 'fig13-solo', robotComplianceCurves(robotCompliance.results), {
      title: 'Fig. 13, center: feet of Solo-12, pushed from 0.4 s on',
      xLabel: time,
      yLabel: 'mean displacement (µm)',
    }),
  ];
}

function consistencyFigures({ timeSteps, criteria }: ContactResults): Figure[] {
  return ['CCP', 'RaiSim', 'NCP'].flatMap((model) => [
    curves('14', `fig14-${model.toLowerCase()}`, energyCurvesOf(timeSteps, model, ' s'), {
      title: `Fig. 14: ${model}, by time step`,
      xLabel: time,
      yLabel: energy,
    }),
    curves('15', `fig15-${model.toLowerCase()}`, energyCurvesOf(criteria, model, ''), {
      title: `Fig. 15: ${model}, by stopping criterion`,
      xLabel: time,
      yLabel: energy,
    }),
  ]);
}

function timingFigures({ timings }: ContactResults): Figure[] {
  if (timings.length === 0) return [];
  return (['cold', 'warm'] as const).map((start) => ({
    number: '16',
    file: `fig16-${start}`,
    chart: () =>
      boxChart(timingBoxes(timings, start), {
        title: `Fig. 16: ${start} start, to ${accuracy}`,
        xLabel: 'robot',
        yLabel: 'time per solve (µs)',
        isLogarithmic: true,
      }),
  }));
}

// Box plots of planning times by scenario.
import { type Box, boxChart } from '../harness/plot.ts';
import { resultPath, writeWhole } from '../harness/results.ts';

/** The planning times of a scenario, in milliseconds, in ascending order. */
export interface ScenarioTimes {
  readonly robot: string;
  readonly geometry: string;
  readonly scenario: string;
  readonly times: readonly number[];
}

/** Writes a plot for each geometry. Returns the Markdown that shows them. */
export async function drawTimes(all: readonly ScenarioTimes[]): Promise<string> {
  const figures: string[] = [];
  for (const geometry of new Set(all.map((each) => each.geometry))) {
    const boxes = all.filter((each) => each.geometry === geometry && each.times.length > 0).map(boxOf);
    if (boxes.length === 0) continue;
    const title = `Planning time by scenario, ${geometry === 'exact' ? 'exact shapes with proofs' : 'spheres with sampled motions'}`;
    const labels = { title, xLabel: 'scenario', yLabel: 'milliseconds', isLogarithmic: true };
    const file = `times-${geometry}.svg`;
    writeWhole(resultPath(`planning/${file}`), await boxChart(boxes, labels));
    figures.push(`![${title}: smallest, quartiles and largest](${file})`);
  }
  return figures.length > 0 ? `## Planning times\n\n${figures.join('\n\n')}\n` : '';
}

function boxOf({ robot, scenario, times }: ScenarioTimes): Box {
  const at = (share: number): number =>
    Math.max(1e-3, times[Math.min(times.length - 1, Math.floor(share * times.length))]);
  return {
    group: scenario.replaceAll('_', ' ').replace('bookshelf', 'shelf'),
    name: robot,
    low: at(0),
    quarter: at(0.25),
    median: at(0.5),
    threeQuarters: at(0.75),
    high: at(1),
  };
}

// The main-thread time of a simulation's frame, from Chromium's trace. Runs only with `PROXIMAL_FRAMES=1`, on an idle machine. The CPU time
// of the thread is counted, without time spent waiting for a core, because the same cores also render if there is no graphics card.
import { expect, it } from 'vitest';
import { needs } from '../../packages/proximal/test/needs.ts';
import { StudioTest } from '../support/studio.ts';

interface TraceEvent {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  /** CPU time of the thread in microseconds. */
  readonly tdur?: number;
}

const isWanted = process.env['PROXIMAL_FRAMES'] !== undefined;
const studio = new StudioTest();
const seconds = 4;
const scenes = ['every-model', 'falling-box', 'stack', 'mass-ratio', 'polytopes', 'funnel', 'wall'];

/** Milliseconds of each event of a name on the page's main thread: the thread that fires animation frames. */
function timesOf(events: readonly TraceEvent[], wanted: string): number[] {
  const main = events.find(({ name }) => name === 'FireAnimationFrame');
  return events
    .filter(({ name, pid, tid }) => name === wanted && pid === main?.pid && tid === main.tid)
    .map(({ tdur = 0 }) => tdur / 1000);
}

/** The trace of some seconds after choosing a scene. */
async function trace(scene: string): Promise<TraceEvent[]> {
  const { browser, page } = studio;
  const categories = ['devtools.timeline', 'disabled-by-default-devtools.timeline'];
  await browser.startTracing(page, { categories });
  await page.getByLabel('Scene').first().selectOption(scene);
  await page.waitForTimeout(1000 * seconds);
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] };
  return traceEvents;
}

it('measures the time per frame', needs(isWanted, 'PROXIMAL_FRAMES=1, to measure the time per frame'), async () => {
  const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
  const rows: Record<string, string | number>[] = [];
  for (const scene of scenes) {
    await studio.open();
    await studio.view('Simulation');
    await studio.button('Pause').waitFor();
    const events = await trace(scene);
    const [tasks, scripts, pictures] = ['RunTask', 'FireAnimationFrame', 'Commit'].map((name) => timesOf(events, name));
    rows.push({
      scene,
      pictures: pictures.length,
      'script, ms per picture': (sum(scripts) / pictures.length).toFixed(2),
      'all tasks, ms per picture': (sum(tasks) / pictures.length).toFixed(2),
      'longest task, ms': Math.max(...tasks).toFixed(1),
    });
    expect(pictures.length, scene).toBeGreaterThan(0);
  }
  console.table(rows);
});

// The blocks of README and docs by name: which benchmark each is from, and its text.
import { markdownTable } from '../markdown.ts';
import type { Section } from '../page.ts';
import { type Question, questions } from '../peers/question.ts';
import type { Cell } from '../peers/report.ts';
import { timeSections } from '../peers/sections.ts';
import { isOurs } from '../peers/titles.ts';
import { targetTable } from '../targets.ts';
import type { Outcome } from './collect.ts';

export interface Block {
  readonly benchmark: string;
  readonly text: (outcome: Outcome) => string;
}

const peersBlock = (question: Question): Block => ({
  benchmark: 'peers',
  text: ({ results }) =>
    timeSections(results['cells'] as Cell[], question)
      .map(({ title, head, rows }) => `**${title}**\n\n${markdownTable(head, rows)}`)
      .join('\n\n'),
});

/** By library: the range of ratios over the sets whose name fits, for each question, and wrong answers over all. */
function ratioTable(cells: readonly Cell[], sets: RegExp): string {
  const others = cells.filter(({ title, set }) => !isOurs(title) && sets.test(set));
  const asked = ['distance', 'collide', 'depth'] as const;
  const rows = [...new Set(others.map(({ title }) => title))].map((title) => {
    const own = others.filter((cell) => cell.title === title);
    const range = (question: Question): string => {
      const ratios = own.filter((cell) => cell.question === question).map(({ ratio }) => ratio.median);
      if (ratios.length === 0) return '–';
      const [least, most] = [Math.min(...ratios), Math.max(...ratios)].map((x) => x.toFixed(x < 10 ? 1 : 0));
      return least === most ? `${least}×` : `${least}–${most}×`;
    };
    return [title, ...asked.map(range), String(own.reduce((sum, { wrongCount }) => sum + wrongCount, 0))];
  });
  return markdownTable(['', ...asked.map((question) => questions[question].toLowerCase()), 'wrong answers'], rows);
}

/** What was wanted and what was found. */
const targetsOf = (benchmark: string): Block => ({ benchmark, text: ({ targets }) => targetTable(targets) });

/** What the result brings in Markdown itself. */
const ownText = (benchmark: string): Block => ({ benchmark, text: ({ results }) => String(results['markdown']) });

/** The tables of a benchmark that keeps its sections. */
const sectionsBlock = (benchmark: string): Block => ({
  benchmark,
  text: ({ results }) =>
    (results['sections'] as Section[])
      .map(({ title, note, head, rows }) =>
        [`**${title}**`, note, markdownTable(head, rows)].filter(Boolean).join('\n\n'),
      )
      .join('\n\n'),
});

/** A table that the result brings in Markdown. */
const tableOf = (benchmark: string, name: string): Block => ({
  benchmark,
  text: ({ results }) => (results['tables'] as Readonly<Record<string, string>>)[name],
});

export const blocks: Readonly<Record<string, Block>> = {
  'peers-summary': { benchmark: 'peers', text: ({ results }) => ratioTable(results['cells'] as Cell[], /YCB/) },
  'peers-distance': peersBlock('distance'),
  'peers-collide': peersBlock('collide'),
  'peers-depth': peersBlock('depth'),
  'peers-targets': targetsOf('peers'),
  'gjk-agreement': tableOf('gjk', 'agreement'),
  'gjk-iterations': tableOf('gjk', 'iterations'),
  'gjk-targets': targetsOf('gjk'),
  'growth-targets': targetsOf('growth'),
  'penetration-errors': tableOf('penetration', 'errors'),
  'penetration-shortcut': tableOf('penetration', 'shortcut'),
  'penetration-targets': targetsOf('penetration'),
  'derivatives-costs': tableOf('derivatives', 'costs'),
  'derivatives-times': tableOf('derivatives', 'times'),
  'derivatives-targets': targetsOf('derivatives'),
  'plane-distances': tableOf('plane', 'distances'),
  'plane-agreement': tableOf('plane', 'agreement'),
  'plane-targets': targetsOf('plane'),
  'contact-sliding': tableOf('contact', 'sliding'),
  'contact-timings': tableOf('contact', 'timings'),
  'contact-sweeps': tableOf('contact', 'sweeps'),
  'contact-targets': targetsOf('contact'),
  dynamics: sectionsBlock('dynamics'),
  'dynamics-targets': targetsOf('dynamics'),
  'scene-targets': targetsOf('scene'),
  'sim-scenes': sectionsBlock('sim'),
  'sim-targets': targetsOf('sim'),
  scenes: sectionsBlock('scenes'),
  trajectories: sectionsBlock('trajectories'),
  degenerate: ownText('degenerate'),
  characterize: ownText('characterize'),
};

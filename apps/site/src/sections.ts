// The pages of the site in the order of its navigation. Each page is a Markdown file of the repository; its first heading is its title.

export interface Section {
  readonly title: string;
  /** Files, relative to the root of the repository. */
  readonly pages: readonly string[];
}

const inFolder = (folder: string, ...names: readonly string[]): string[] => names.map((name) => `${folder}/${name}.md`);

export const sections: readonly Section[] = [
  {
    title: 'Start',
    pages: ['docs/installing.md', ...inFolder('docs/start', 'first-query', 'three', 'worker'), 'docs/guide.md'],
  },
  {
    title: 'I want to …',
    pages: inFolder('docs/guides', 'gripper', 'arm', 'pile', 'throw', 'parking', 'clearance', 'cores'),
  },
  {
    title: 'Concepts',
    pages: inFolder(
      'docs/concepts',
      ...['convex-sets', 'minkowski', 'bounds', 'tolerance', 'frames', 'statuses', 'algorithms', 'contact-models'],
    ),
  },
  { title: 'Explorables', pages: inFolder('docs/explorables', 'gjk', 'epa', 'growth', 'smoothing') },
  {
    title: 'Queries',
    pages: inFolder('docs', 'growth', 'derivatives', 'plane', 'scale', 'gpu', 'cluster', 'characterization'),
  },
  { title: 'Scenes and bodies', pages: inFolder('docs', 'scene', 'decompose', 'draw', 'files', 'ros') },
  { title: 'Robots', pages: inFolder('docs', 'dynamics', 'planning', 'control', 'qp') },
  { title: 'Simulation', pages: inFolder('docs', 'sim', 'world', 'simulations', 'contact') },
  {
    title: 'Migrating from',
    pages: inFolder('docs/migrating', 'rapier', 'cannon-es', 'mujoco', 'fcl', 'box2d'),
  },
  {
    title: 'Tools',
    pages: ['docs/studio.md', 'packages/cli/README.md', 'docs/problems.md', 'docs/api-conventions.md'],
  },
  {
    title: 'Internals',
    pages: [
      'ARCHITECTURE.md',
      ...inFolder(
        'docs/internals',
        ...['README', 'kernel', 'queries', 'shapes', 'gjk', 'penetration', 'growth', 'derivatives', 'plane', 'scene'],
        ...[
          'dynamics',
          'planning',
          'contact',
          'simulation',
          'step-derivatives',
          'gpu',
          'files',
          'benchmarks',
          'studio',
        ],
      ),
      'docs/extending.md',
      'CONTRIBUTING.md',
    ],
  },
  { title: 'Benchmarks', pages: ['docs/benchmarks.md', 'docs/verification.md'] },
  { title: 'Papers', pages: ['docs/papers.md'] },
  { title: 'Changelog', pages: ['CHANGELOG.md', 'SECURITY.md'] },
];

/** The address of a page without its extension: `docs/internals/gjk.md` is `internals/gjk`. */
export function addressOf(file: string): string {
  if (file === 'packages/cli/README.md') return 'command';
  return file
    .replace(/^docs\//, '')
    .replace(/\.md$/, '')
    .replace(/README$/, 'index')
    .replace(/^[A-Z]+$/, (name) => name.toLowerCase());
}

// The summary of a run of a small project whose tests pass, fail and are skipped in every way.
import { spawnSync } from 'node:child_process';
import { readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { filesBelow, removeFolder, root, temporaryFolder, writeFiles } from './support/folders.ts';
import { plainEnvironment, tryNode } from './support/run.ts';

const vitest = join(root, 'node_modules/vitest/vitest.mjs');
const files = {
  'package.json': { type: 'module' },
  'vitest.config.ts': `
    import { defineConfig } from 'vitest/config';
    const reporters = [${JSON.stringify(join(root, 'test/support/summary.ts'))}];
    export default defineConfig({ test: { reporters, projects: [{ extends: true, test: { name: 'small', include: ['*.test.ts'] } }] } });`,
  'mixed.test.ts': `
    import { beforeAll, describe, expect, it } from 'vitest';
    import { needs } from ${JSON.stringify(join(root, 'packages/proximal/test/needs.ts'))};
    it('passes', () => {});
    describe("a (strange) name's suite", () => {
      it.each([1, 10])('fails? $%i', () => expect(1).toBe(2));
    });
    describe('a broken hook', () => {
      beforeAll(() => { throw new Error('no'); });
      it('never runs', () => {});
    });
    it('needs data', needs(false, 'data: ../shared'), () => {});
    describe('all of it', needs(false, 'data: ../shared'), () => { it.each([1, 2])('needs data %i', () => {}); });
    it('goes on', needs(true, 'nothing'), () => {});
    it('finds out late', ({ skip }) => skip('a screen'));
    it.skip('says nothing', () => {});`,
  'broken.test.ts': "import './nowhere.ts';",
  'stray.test.ts': `
    import { it } from 'vitest';
    it('leaves a promise behind', async () => {
      Promise.reject(new Error('stray'));
      await new Promise((resolve) => setTimeout(resolve, 0));
    });`,
};

let folder: string;
let lines: string[];

beforeAll(() => {
  folder = temporaryFolder('summary');
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction');
  writeFiles(folder, files);
  lines = tryNode(folder, [vitest, 'run'], { NO_COLOR: '1' }).stdout.trimEnd().split('\n');
});

afterAll(() => removeFolder(folder));

const linesBelow = (title: string): string[] => {
  const start = lines.indexOf(title) + 1;
  expect(start, lines.join('\n')).toBeGreaterThan(0);
  return lines.slice(start, lines.indexOf('', start)).map((line) => line.slice(2));
};

describe('the end of a run', () => {
  it('names each failure of a test, a hook or a file, and stray errors, with a command', () => {
    const failed = linesBelow('Failed; to repeat it:');
    expect(failed.filter((_, k) => k % 2 === 0)).toEqual([
      "small: mixed.test.ts > a (strange) name's suite > fails? $1",
      "small: mixed.test.ts > a (strange) name's suite > fails? $10",
      'small: broken.test.ts',
      'small: mixed.test.ts > a broken hook',
      'outside of tests: stray',
    ]);
  });

  it('gives commands that repeat one failure each', () => {
    const commands = linesBelow('Failed; to repeat it:').filter((line) => line.includes('mixed.test.ts -t'));
    expect(commands).toHaveLength(3);
    const [first] = commands;
    const options = { cwd: folder, encoding: 'utf8', env: plainEnvironment({ NO_COLOR: '1' }) } as const;
    const { stdout } = spawnSync(first.replace('npx vitest', `'${process.execPath}' '${vitest}'`), {
      ...options,
      shell: '/bin/sh',
    });
    expect(stdout).toMatch(/^0 passed, 1 failed, 9 skipped$/m);
  });

  it('counts each reason for skipping', () => {
    expect(linesBelow('Skipped, by missing requirement:')).toEqual([
      '   3  data: ../shared',
      '   1  a hook that does not fail',
      '   1  a screen',
      '   1  a stated requirement: give one with needs()',
    ]);
  });

  it('has a machine-readable line', () => {
    expect(lines.at(-1)).toBe('3 passed, 5 failed, 6 skipped');
  });
});

describe('the tests of this repository', () => {
  it('are skipped with a reason: needs() or a note', () => {
    const silent = /\.(skipIf|runIf|todo)\(|\b(it|describe)\.skip\b|\bskip\(\)/;
    const found = ['test', 'packages/proximal/test'].flatMap((folder) =>
      filesBelow(join(root, folder))
        .map((file) => `${folder}/${file}`)
        .filter((file) => file !== 'test/summary.test.ts' && silent.test(readFileSync(join(root, file), 'utf8'))),
    );
    expect(found).toEqual([]);
  });
});

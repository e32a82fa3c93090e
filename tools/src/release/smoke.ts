// Installs the library's tarball into empty projects of package managers, runtimes, compilers and bundlers, and runs a first query there. A tool that
// cannot be installed is skipped, with the reason. Needs a registry.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { npm, run } from './programs.ts';
import { type Case, cases, type Project } from './smoke-cases.ts';

/** Thrown by a case whose tool cannot be installed here. */
class Skipped extends Error {}

/** @param only a part of the names of the cases to run @returns the number of failures */
export async function smoke(tarball: string, folder: string, only = ''): Promise<number> {
  const chosen = cases.filter(({ name }) => name.toLowerCase().includes(only.toLowerCase()));
  if (chosen.length === 0)
    throw new Error(`No case has "${only}" in its name: ${cases.map(({ name }) => name).join(', ')}.`);
  const rows: string[] = [];
  let failures = 0;
  for (const [index, each] of chosen.entries()) {
    const { verdict, detail } = outcome(each, tarball, join(folder, String(index)));
    if (verdict === 'fails') failures++;
    rows.push(`| ${each.name} | ${verdict} | ${detail.split('\n')[0]} |`);
    console.log(`smoke: ${each.name}: ${verdict}${detail === '' ? '' : `, ${detail}`}`);
  }
  console.log(`\n| project | result | version |\n|---|---|---|\n${rows.join('\n')}\n`);
  return failures;
}

function outcome(each: Case, tarball: string, folder: string): { readonly verdict: string; readonly detail: string } {
  try {
    return { verdict: 'works', detail: each.run(new EmptyProject(folder, tarball)) };
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error);
    return { verdict: error instanceof Skipped ? 'skipped' : 'fails', detail };
  }
}

/** An empty folder outside the repository, for the files of a case. */
class EmptyProject implements Project {
  constructor(
    readonly folder: string,
    readonly tarball: string,
  ) {
    mkdirSync(folder, { recursive: true });
    this.write('package.json', JSON.stringify({ name: 'empty', private: true, type: 'module' }));
  }

  write(name: string, text: string): void {
    writeFileSync(join(this.folder, name), text);
  }

  install(): void {
    npm(this.folder, ['install', this.tarball]);
  }

  tool(spec: string): string {
    const place = join(this.folder, '..', 'tools', spec.replaceAll(/\W/g, '-'));
    mkdirSync(place, { recursive: true });
    try {
      npm(place, ['install', '--prefix', place, spec]);
    } catch (error) {
      throw new Skipped(`npm cannot install ${spec}: ${(error as Error).message.split('\n')[1] ?? ''}`);
    }
    return join(place, 'node_modules');
  }

  run(program: string, ...words: string[]): string {
    return run(program, words, this.folder, { CI: '1' });
  }
}

// `npm run audit`: lists the registry's advisories about packages of the lockfile, and fails if there is one. If no registry with advisories
// answers, it reports that and passes. It is not part of the tests, which need no network.
import { spawnSync } from 'node:child_process';
import { pathToFileURL } from 'node:url';

/** The part of the output of `npm audit --json` that is read; `vulnerabilities` is absent if the registry did not answer. */
interface Audit {
  readonly vulnerabilities?: Readonly<
    Record<string, { readonly severity: string; readonly range: string; readonly via: readonly unknown[] }>
  >;
  readonly statusCode?: number;
  readonly error?: { readonly code?: string };
}

/** Whether a registry with advisories answered, and the lines to print. */
export function readAudit(text: string): { readonly isAnswered: boolean; readonly lines: readonly string[] } {
  const { vulnerabilities, statusCode, error } = parse(text);
  if (vulnerabilities === undefined) {
    const reason = statusCode ?? error?.code ?? 'no answer';
    return { isAnswered: false, lines: [`no registry with advisories answered (${reason}): nothing was checked`] };
  }
  const lines = Object.entries(vulnerabilities).map(([name, { severity, range, via }]) => {
    const titles = via.map((each) => (typeof each === 'object' && each !== null ? Reflect.get(each, 'title') : each));
    return `${severity}: ${name} ${range}: ${titles.join('; ')}`;
  });
  return { isAnswered: true, lines };
}

function parse(text: string): Audit {
  try {
    return JSON.parse(text) as Audit;
  } catch {
    return {};
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const { stdout } = spawnSync('npm', ['audit', '--json'], { encoding: 'utf8', shell: process.platform === 'win32' });
  const { isAnswered, lines } = readAudit(stdout ?? '');
  for (const line of lines) console.log(`audit: ${line}`);
  if (isAnswered && lines.length === 0) console.log('audit: no advisory is about a package of the lockfile');
  if (isAnswered && lines.length > 0) process.exitCode = 1;
}

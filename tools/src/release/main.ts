// `npm run release`: packs the library, the studio and the cluster as they would be published, and checks the tarballs. It changes nothing in the repository and
// publishes nothing. `--write` sets the version and dates the changelog, `--publish` publishes, `--smoke` also installs the tarballs.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { isLater, isVersion, unreleasedNotes, withRelease } from './changelog.ts';
import { problemsOf } from './check.ts';
import { npm, run } from './programs.ts';
import { smoke } from './smoke.ts';
import { packages, readManifest, root, stage, webAddress } from './stage.ts';

const help = `npm run release                       packs and checks, without changes
npm run release -- --version 1.2.0    the same as version 1.2.0
  --repository https://host/owner/name  the address; default: the remote origin
  --smoke [--only vite]                 also installs the tarballs into empty projects
  --write                               sets the version and dates the changelog
  --publish                             publishes the packages`;

const { values } = parseArgs({
  options: {
    version: { type: 'string' },
    repository: { type: 'string' },
    only: { type: 'string' },
    smoke: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
    publish: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

const say = (text: string): void => console.log(`release: ${text}`);

/** The version to release. */
function versionOf(given: string | undefined): string {
  const { version } = readManifest(join(root, packages[0]));
  if (given === undefined) return version;
  if (!isVersion(given)) throw new Error(`--version is ${given}; give major.minor.patch.`);
  if (!isLater(given, version)) throw new Error(`--version is ${given}; give a later version than ${version}.`);
  return given;
}

function addressOf(given: string | undefined): string | null {
  if (given === undefined) {
    try {
      return webAddress(run('git', ['remote', 'get-url', 'origin'], root));
    } catch {
      return null;
    }
  }
  const address = webAddress(given);
  if (address === null) throw new Error(`--repository is ${given}; give https://<host>/<owner>/<name>.`);
  return address;
}

/** Writes the version into all workspaces that name it, and dates the changelog. */
function writeVersion(version: string): void {
  const old = readManifest(join(root, packages[0])).version;
  const date = new Date().toISOString().slice(0, 10);
  const path = join(root, 'CHANGELOG.md');
  writeFileSync(path, withRelease(readFileSync(path, 'utf8'), version, date));
  const folders = [...packages, 'packages/cli'];
  for (const folder of folders) {
    const file = join(root, folder, 'package.json');
    const text = readFileSync(file, 'utf8');
    const own = (packages as readonly string[]).includes(folder)
      ? text.replace(`"version": "${old}"`, `"version": "${version}"`)
      : text;
    const named = /"(proximal|@proximal\/cluster)": "([^"]+)"/g;
    writeFileSync(
      file,
      own.replace(named, (text, name: string, at: string) => (at === old ? `"${name}": "${version}"` : text)),
    );
  }
  npm(root, ['install', '--package-lock-only']);
  say(`version ${version} is written; commit it as "Release ${version}", and tag the commit v${version}.`);
}

function publish(tarballs: readonly string[], version: string): void {
  if (run('git', ['status', '--porcelain'], root) !== '') throw new Error('The repository has changes: commit them.');
  const tags = run('git', ['tag', '--points-at', 'HEAD'], root).split('\n');
  if (!tags.includes(`v${version}`))
    throw new Error(`The commit has no tag v${version}, to which the links of the README point.`);
  for (const tarball of tarballs) run('npm', ['publish', tarball], root);
  say(`version ${version} is published.`);
}

async function release(folder: string): Promise<void> {
  const version = versionOf(values.version);
  const address = addressOf(values.repository);
  const notes = unreleasedNotes(readFileSync(join(root, 'CHANGELOG.md'), 'utf8')).split('\n').length;
  say(`version ${version}, ${notes} lines of unreleased notes, repository ${address ?? 'unknown'}`);
  const tarballs = packages.map((workspace) => stage(workspace, folder, version, address));
  let count = 0;
  for (const tarball of tarballs) {
    const unpacked = join(dirname(tarball), 'package');
    const problems = problemsOf(tarball, unpacked, readManifest(unpacked));
    say(`${readManifest(unpacked).name}: ${problems.length === 0 ? 'ready' : `${problems.length} problems`}`);
    for (const problem of problems) say(`  ${problem}`);
    count += problems.length;
  }
  if (values.smoke) count += await smoke(tarballs[0], join(folder, 'smoke'), values.only);
  if (count > 0) process.exitCode = 1;
  if (count > 0 && (values.write || values.publish)) throw new Error('Nothing was written or published: see above.');
  if (values.publish) publish(tarballs, version);
  else if (values.write) writeVersion(version);
  else say('nothing was changed or published: --write sets the version, --publish publishes.');
}

if (values.help) console.log(help);
else {
  const folder = mkdtempSync(join(tmpdir(), 'proximal-release-'));
  try {
    await release(folder);
  } catch (error) {
    say(error instanceof Error ? error.message : String(error));
    process.exitCode = 1;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

// The changelog and the version of a release.

/** Whether a version is `major.minor.patch`, with an optional prerelease such as `-beta.1`. */
export function isVersion(version: string): boolean {
  return /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(-[0-9a-z]+(\.[0-9a-z]+)*)?$/.test(version);
}

/** Whether version `a` is later than `b`. A prerelease is earlier than its release; two prereleases of one release are compared as text. */
export function isLater(a: string, b: string): boolean {
  const [numbersA, numbersB] = [a, b].map((version) => version.split('-')[0].split('.').map(Number));
  const k = numbersA.findIndex((x, index) => x !== numbersB[index]);
  if (k >= 0) return numbersA[k] > numbersB[k];
  const [preA, preB] = [a, b].map((version) => version.split('-').slice(1).join('-'));
  return preA === '' ? preB !== '' : preB !== '' && preA > preB;
}

const unreleased = '## Unreleased';

/** The text below `## Unreleased`, up to the next version. */
export function unreleasedNotes(changelog: string): string {
  const [, notes] = new RegExp(`^${unreleased}\\n([^]*?)(?=^## |(?![^]))`, 'm').exec(changelog) ?? [];
  if (notes === undefined)
    throw new Error(`CHANGELOG.md has no section "${unreleased}": add it above the last version.`);
  return notes.trim();
}

/** The changelog with the unreleased notes as the section of `version`, below an empty section of unreleased notes. */
export function withRelease(changelog: string, version: string, date: string): string {
  if (unreleasedNotes(changelog) === '')
    throw new Error(`CHANGELOG.md has no notes below "${unreleased}": write them.`);
  if (new RegExp(`^## ${version.replaceAll('.', '\\.')}( |$)`, 'm').test(changelog))
    throw new Error(`CHANGELOG.md has a section of version ${version} already: give a later version.`);
  return changelog.replace(new RegExp(`^${unreleased}$`, 'm'), `${unreleased}\n\n## ${version} - ${date}`);
}

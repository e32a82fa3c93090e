// The texts of a release: version, changelog, addresses and links.
import { describe, expect, it } from 'vitest';
import { isLater, isVersion, unreleasedNotes, withRelease } from '../tools/src/release/changelog.ts';
import { type Manifest, publishedManifest, webAddress, withAbsoluteLinks } from '../tools/src/release/stage.ts';

describe('versions', () => {
  it('are ordered by numbers, and prereleases come before their release', () => {
    const ordered = ['0.9.9', '0.10.0', '1.0.0-beta.1', '1.0.0', '1.0.1'];
    for (const [k, a] of ordered.entries())
      for (const [n, b] of ordered.entries()) expect(isLater(a, b), `${a} ${b}`).toBe(k > n);
  });

  it('are three numbers', () => {
    expect(['1.2.3', '0.1.0-beta.1'].every(isVersion)).toBe(true);
    expect(['1.2', 'v1.2.3', '01.2.3', '1.2.3-', ''].some(isVersion)).toBe(false);
  });
});

describe('the changelog', () => {
  const text = '# Changelog\n\n## Unreleased\n\n### Added\n- A.\n\n## 0.2.0\n\n- B.\n';

  it('gets a section with the unreleased notes', () => {
    expect(unreleasedNotes(text)).toBe('### Added\n- A.');
    const released = withRelease(text, '0.3.0', '2026-01-02');
    expect(released).toContain('## Unreleased\n\n## 0.3.0 - 2026-01-02\n\n### Added\n- A.\n\n## 0.2.0');
    expect(unreleasedNotes(released)).toBe('');
  });

  it('is refused without notes, or with a section of the version', () => {
    expect(() => withRelease(withRelease(text, '0.3.0', '2026-01-02'), '0.4.0', '2026-01-03')).toThrow('no notes');
    expect(() => withRelease(text, '0.2.0', '2026-01-02')).toThrow('0.2.0 already');
    expect(() => unreleasedNotes('# Changelog\n')).toThrow('## Unreleased');
  });
});

describe('addresses', () => {
  it.each([
    ['https://example.com/owner/name.git', 'https://example.com/owner/name'],
    ['git@example.com:owner/name.git', 'https://example.com/owner/name'],
    ['ssh://git@example.com/owner/name', 'https://example.com/owner/name'],
    ['git+https://example.com/owner/name.git', 'https://example.com/owner/name'],
    ['/srv/repositories/name', null],
    ['../name', null],
  ])('%s', (remote, address) => {
    expect(webAddress(remote)).toBe(address);
  });

  it('make relative links absolute, at the tag of the version', () => {
    const text = '[a](docs/a.md#b) ![c](docs/c.png) [d](https://example.com) [e](#f)';
    expect(withAbsoluteLinks(text, '1.2.3', 'https://example.com/o/n')).toBe(
      '[a](https://example.com/o/n/blob/v1.2.3/docs/a.md#b) ![c](https://example.com/o/n/raw/v1.2.3/docs/c.png) [d](https://example.com) [e](#f)',
    );
  });

  it('are in the published manifest, without the fields of the repository', () => {
    const manifest = { name: 'n', version: '1.0.0', scripts: {}, devDependencies: {} } as Manifest;
    expect(publishedManifest(manifest, '1.1.0', null, 'p')).toEqual({ name: 'n', version: '1.1.0' });
    expect(publishedManifest(manifest, '1.1.0', 'https://example.com/o/n', 'p')).toEqual({
      name: 'n',
      version: '1.1.0',
      repository: { type: 'git', url: 'git+https://example.com/o/n.git', directory: 'p' },
      homepage: 'https://example.com/o/n#readme',
      bugs: { url: 'https://example.com/o/n/issues' },
    });
  });
});

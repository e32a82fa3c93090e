import { readdirSync } from 'node:fs';
import { it } from 'vitest';
import { loadMjcf, loadUrdf } from '../../src/io/index.ts';

const base = new URL('../../../../../shared/data/', import.meta.url).pathname;
it('x', async () => {
  for (const f of readdirSync(base, { recursive: true, encoding: 'utf8' }).filter(
    (f) => f.endsWith('.urdf') || (f.endsWith('.xml') && !f.includes('UPSTREAM')),
  )) {
    try {
      const m = await (f.endsWith('urdf') ? loadUrdf : loadMjcf)(
        base + f,
        f.includes('original') ? { meshes: 'skip' } : {},
      );
      console.log(
        f,
        m.nq,
        m.nv,
        m.mass,
        m.geometries.length,
        m.notices.length,
        f.endsWith('xml') ? m.notices.slice(0, 3).map((n) => n.message.slice(27)) : 0,
      );
    } catch (e) {
      console.log(f, String(e));
    }
  }
});

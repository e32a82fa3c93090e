// Real robots and reference values, where they are at hand.
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Model } from '../../src/dynamics/index.ts';
import { loadMjcf, loadUrdf } from '../../src/io/index.ts';
import { needs } from '../needs.ts';

const folder = fileURLToPath(new URL('../../../../../shared/data/', import.meta.url));

/** Of tests with robots and reference values. */
export const needsShared = needs(existsSync(folder), 'robots and reference values: ../shared/data');

export const sharedPath = (file: string): string => folder + file;
export const sharedText = (file: string): string => readFileSync(folder + file, 'utf8');
export const sharedJson = <T>(file: string): T => JSON.parse(sharedText(file)) as T;

/** The robots that all have to load; `root` is how a URDF stands in the world. */
export const robots: readonly {
  readonly file: string;
  readonly root?: 'free-flyer';
  readonly nq: number;
  readonly nv: number;
}[] = [
  { file: 'robots/solo12/solo12.urdf', root: 'free-flyer', nq: 19, nv: 18 },
  { file: 'robots/talos/talos.urdf', root: 'free-flyer', nq: 45, nv: 44 },
  { file: 'robots/allegro_right/allegro_right.urdf', nq: 16, nv: 16 },
  { file: 'robots/allegro_right/allegro_right_hulls.urdf', nq: 16, nv: 16 },
  { file: 'robots/panda/panda.urdf', nq: 8, nv: 8 },
  { file: 'robots/panda/panda_primitives.urdf', nq: 8, nv: 8 },
  { file: 'robots/ur5/ur5.urdf', nq: 6, nv: 6 },
  { file: 'robots/ur5e_mjcf/ur5e.xml', nq: 6, nv: 6 },
  { file: 'robots/a1_mjcf/a1.xml', nq: 19, nv: 18 },
  { file: 'robots/go1_mjcf/go1.xml', nq: 19, nv: 18 },
  { file: 'robots/allegro_right_mjcf/right_hand.xml', nq: 16, nv: 16 },
  // Six of its joints follow others.
  { file: 'robots/talos/talos.xml', nq: 45, nv: 44 },
];

export function loadShared({ file, root }: { file: string; root?: 'free-flyer' }): Promise<Model> {
  const path = sharedPath(file);
  return file.endsWith('.urdf') ? loadUrdf(path, root ? { root } : {}) : loadMjcf(path);
}

// Robots to check: generated ones always; real ones and reference values if their files are available.
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Model } from '../../src/dynamics/index.ts';
import { loadMjcf, loadUrdf, readUrdf } from '../../src/io/index.ts';
import { arm, hand, quadruped } from '../fixtures/robots.ts';
import { needs } from '../needs.ts';

const folder = fileURLToPath(new URL('../../../../../shared/data/', import.meta.url));

/** The condition of tests with real robots and reference values. */
export const needsShared = needs(existsSync(folder), 'robots and reference values: ../shared/data');

export const sharedPath = (file: string): string => folder + file;
export const sharedText = (file: string): string => readFileSync(folder + file, 'utf8');
export const sharedJson = <T>(file: string): T => JSON.parse(sharedText(file)) as T;

export interface Robot {
  /** The path below the shared data, or the name of a generated robot. */
  readonly file: string;
  /** The URDF of a generated robot. */
  readonly text?: string;
  /** How the base of a URDF is attached to the world; fixed if it is left out. */
  readonly root?: 'free-flyer';
}

export const generatedArm: Robot = { file: 'generated arm', text: arm() };
export const generatedQuadruped: Robot = { file: 'generated quadruped', text: quadruped(), root: 'free-flyer' };
export const generatedHand: Robot = { file: 'generated hand', text: hand() };

/** The given list if the data of real robots is available, otherwise an empty list. */
export const ifShared = <T>(real: readonly T[]): readonly T[] => (existsSync(folder) ? real : []);

/** All robots that must load. */
export const robots: readonly (Robot & { readonly nq: number; readonly nv: number })[] = [
  { ...generatedArm, nq: 6, nv: 6 },
  { ...generatedQuadruped, nq: 19, nv: 18 },
  // Five of its joints follow others.
  { ...generatedHand, nq: 15, nv: 15 },
  ...ifShared(realRobots()),
];

function realRobots(): (Robot & { readonly nq: number; readonly nv: number })[] {
  return [
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
}

export function loadRobot({ file, text, root }: Robot): Promise<Model> {
  if (text !== undefined) return readUrdf(text, root ? { root } : {});
  const path = sharedPath(file);
  return file.endsWith('.urdf') ? loadUrdf(path, root ? { root } : {}) : loadMjcf(path);
}

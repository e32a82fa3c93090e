// Who is compared: the native libraries with the queries that each has.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { NativeSource } from '../native.ts';
import type { OwnQuery } from './own.ts';

export interface PeerQuery {
  readonly title: string;
  /** The name in the conversation with the program. */
  readonly name: string;
  readonly question: OwnQuery;
  /** Differs from the plain one for hulls only. */
  readonly hullsOnly?: true;
}

export interface Library {
  readonly source: NativeSource;
  readonly queries: readonly PeerQuery[];
  /** Whether the program reads what kernel-inputs.ts writes. */
  readonly takesKernelInputs?: true;
  /** Only its answers are compared, bit for bit; it is not timed. */
  readonly isExact?: true;
}

function translateKernel(folder: string): void {
  const tool = fileURLToPath(new URL('../../../tools/dist/kernel-to-cpp.js', import.meta.url));
  const args = [tool, join(folder, 'kernel.generated.hpp')];
  const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`The kernel could not be translated into C++: ${stderr}`);
}

const kernelQueries: readonly PeerQuery[] = [
  { title: 'our kernel in C++', name: 'distance', question: 'distance' },
  { title: 'our kernel in C++', name: 'collide', question: 'collide' },
];

export const libraries: readonly Library[] = [
  {
    source: { name: 'kernel', flags: [], generate: translateKernel },
    queries: kernelQueries,
    takesKernelInputs: true,
  },
  {
    // Without fused multiply-add it has the bits of WebAssembly: this shows that it is the same program.
    source: { name: 'kernel', flags: ['-ffp-contract=off'], generate: translateKernel },
    queries: kernelQueries,
    takesKernelInputs: true,
    isExact: true,
  },
  {
    source: {
      name: 'fcl',
      library: { package: 'libfcl-dev', header: '/usr/include/fcl/fcl.h' },
      flags: ['-I/usr/include/eigen3', '-lfcl', '-lccd', '-loctomap', '-loctomath'],
    },
    queries: [
      { title: 'FCL', name: 'distance', question: 'distance' },
      { title: 'FCL, own GJK', name: 'distance-own', question: 'distance' },
      { title: 'FCL', name: 'collide', question: 'collide' },
      { title: 'FCL, own GJK', name: 'collide-own', question: 'collide' },
    ],
  },
  {
    source: {
      name: 'libccd',
      library: { package: 'libccd-dev', header: '/usr/include/ccd/ccd.h' },
      flags: ['-lccd'],
    },
    queries: [
      { title: 'libccd GJK', name: 'collide', question: 'collide' },
      { title: 'libccd GJK, climbing', name: 'collide-climb', question: 'collide', hullsOnly: true },
      { title: 'libccd MPR', name: 'mpr', question: 'collide' },
      { title: 'libccd MPR, climbing', name: 'mpr-climb', question: 'collide', hullsOnly: true },
    ],
  },
  {
    source: {
      name: 'bullet',
      library: { package: 'libbullet-dev', header: '/usr/include/bullet/btBulletCollisionCommon.h' },
      flags: [
        '-DBT_USE_DOUBLE_PRECISION',
        '-I/usr/include/bullet',
        '-lBulletCollision-float64',
        '-lLinearMath-float64',
      ],
    },
    queries: [
      { title: 'Bullet', name: 'distance', question: 'distance' },
      { title: 'Bullet', name: 'collide', question: 'collide' },
    ],
  },
];

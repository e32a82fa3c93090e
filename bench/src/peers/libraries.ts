// Who is compared: native libraries and packages of npm, with the queries that each has.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isNativeAllowed, NativeProgram, type NativeSource, withoutNative } from '../harness/native.ts';
import { type Question, questions } from './question.ts';
import { kernelTitle } from './titles.ts';

export interface PeerQuery {
  readonly title: string;
  /** The name in the conversation with the program. */
  readonly name: string;
  readonly question: Question;
  /** Differs from the plain one for hulls only. */
  readonly hullsOnly?: true;
}

export interface Library {
  readonly name: string;
  /** A program in C++, or else a package of npm that npm/serve.ts knows by the library's name. */
  readonly source?: NativeSource;
  readonly queries: readonly PeerQuery[];
  /** Computes with 32-bit numbers. */
  readonly isSingle?: true;
  /** Whether the program reads what kernel-inputs.ts writes. */
  readonly takesKernelInputs?: true;
  /** Only its answers are compared, bit for bit; it is not timed. */
  readonly isExact?: true;
}

/** A library that can be started. */
export interface BuiltLibrary extends Library {
  readonly program: string;
  /** In front of the files. */
  readonly args: readonly string[];
  readonly remove: () => void;
}

/** Builds the library, or says why it is left out. */
export function buildLibrary(library: Library): BuiltLibrary | string {
  if (!library.source) {
    const serve = fileURLToPath(new URL('./npm/serve.js', import.meta.url));
    return { ...library, program: process.execPath, args: [serve, library.name], remove: () => {} };
  }
  const program = NativeProgram.build(library.source);
  if (typeof program === 'string') return program;
  return { ...library, program: program.path, args: [], remove: () => program.remove() };
}

/** All that can be built here, and the reasons of the others. */
export function buildLibraries(some: readonly Library[]): { built: BuiltLibrary[]; skipped: string[] } {
  const built: BuiltLibrary[] = [];
  const skipped: string[] = [];
  for (const library of some) {
    if (library.source && !isNativeAllowed()) continue;
    const result = buildLibrary(library);
    if (typeof result === 'string') skipped.push(`${library.name}: ${result}`);
    else built.push(result);
  }
  if (!isNativeAllowed()) skipped.push(`libraries in C++: ${withoutNative}`);
  return { built, skipped };
}

function translateKernel(folder: string): void {
  const tool = fileURLToPath(new URL('../../../tools/dist/kernel-to-cpp.js', import.meta.url));
  const args = [tool, join(folder, 'kernel.generated.hpp')];
  const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`The kernel could not be translated into C++: ${stderr}`);
}

const kernelQueries: readonly PeerQuery[] = (Object.keys(questions) as Question[]).map((question) => ({
  title: kernelTitle,
  name: question,
  question,
}));

/** Everything that a package has under one title. */
function npm(name: string, isSingle: boolean, title: string, questions: readonly Question[]): Library {
  const queries = questions.map((question) => ({ title, name: question, question }));
  return { name, queries, ...(isSingle ? { isSingle } : {}) };
}

const all = ['distance', 'collide', 'depth'] as const;

export const npmLibraries: readonly Library[] = [
  npm('rapier3d-compat', true, 'rapier3d', all),
  npm('jolt-physics', true, 'jolt', all),
  npm('mujoco', false, 'MuJoCo', all),
  npm('crashcat', false, 'crashcat', all),
  npm('cannon-es', false, 'cannon-es', ['collide', 'depth']),
  npm('three-mesh-bvh', true, 'three-mesh-bvh', ['distance', 'collide']),
];

export const nativeLibraries: readonly Library[] = [
  {
    name: 'kernel',
    source: { name: 'kernel', flags: [], generate: translateKernel },
    queries: kernelQueries,
    takesKernelInputs: true,
  },
  {
    // Without fused multiply-add it has the bits of WebAssembly: this shows that it is the same program.
    name: 'kernel, exact',
    source: { name: 'kernel', flags: ['-ffp-contract=off'], generate: translateKernel },
    queries: kernelQueries,
    takesKernelInputs: true,
    isExact: true,
  },
  {
    name: 'fcl',
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
      { title: 'FCL', name: 'depth', question: 'depth' },
      { title: 'FCL, own GJK', name: 'depth-own', question: 'depth' },
    ],
  },
  {
    name: 'libccd',
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
      { title: 'libccd EPA', name: 'depth-epa', question: 'depth' },
      { title: 'libccd EPA, climbing', name: 'depth-epa-climb', question: 'depth', hullsOnly: true },
      { title: 'libccd MPR', name: 'depth-mpr', question: 'depth' },
      { title: 'libccd MPR, climbing', name: 'depth-mpr-climb', question: 'depth', hullsOnly: true },
    ],
  },
  {
    name: 'bullet',
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
      { title: 'Bullet', name: 'depth', question: 'depth' },
    ],
  },
  {
    name: 'ode',
    source: {
      name: 'ode',
      library: { package: 'libode-dev', header: '/usr/include/ode/ode.h' },
      flags: ['-lode'],
    },
    queries: [
      { title: 'ODE', name: 'collide', question: 'collide' },
      { title: 'ODE', name: 'depth', question: 'depth' },
    ],
  },
];

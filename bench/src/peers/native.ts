// Libraries in C++, and our own kernel translated to C++: one entry for each program in bench/native.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Peer, type PeerQuery, type PrismQuery, queriesOf } from './peer.ts';
import { kernelTitle, type Question, questions } from './question.ts';

/** Writes our kernel as a C++ header. */
export function translateKernel(folder: string): void {
  const tool = fileURLToPath(new URL('../../../tools/dist/kernel-to-cpp.js', import.meta.url));
  const args = [tool, join(folder, 'kernel.generated.hpp')];
  const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`The kernel could not be translated into C++: ${stderr}`);
}

const kernel = {
  query: { queries: queriesOf(kernelTitle, Object.keys(questions) as Question[]) },
  takesKernelInputs: true,
} as const;

/** Distance and collision of polygons are those of prisms. */
function prismQueries(queries: readonly PeerQuery[]): PrismQuery[] {
  return queries
    .filter(({ question }) => question !== 'depth')
    .map(({ title, name, question }) => ({ title, name, level: question === 'distance' ? 2 : 1 }));
}

const fclQueries: readonly PeerQuery[] = [
  { title: 'FCL', name: 'distance', question: 'distance' },
  { title: 'FCL, own GJK', name: 'distance-own', question: 'distance' },
  { title: 'FCL', name: 'collide', question: 'collide' },
  { title: 'FCL, own GJK', name: 'collide-own', question: 'collide' },
  { title: 'FCL', name: 'depth', question: 'depth' },
  { title: 'FCL, own GJK', name: 'depth-own', question: 'depth' },
];

const bulletQueries = queriesOf('Bullet', ['distance', 'collide', 'depth']);

export const nativePeers: readonly Peer[] = [
  { name: kernelTitle, source: { name: 'kernel', flags: [], generate: translateKernel }, ...kernel },
  {
    // Without fused multiply-add it has the bits of WebAssembly, which shows that it is the same program.
    name: 'our kernel in C++, exact',
    source: { name: 'kernel', flags: ['-ffp-contract=off'], generate: translateKernel },
    ...kernel,
    isExact: true,
  },
  {
    name: 'Box2D',
    package: 'libbox2d-dev',
    source: {
      name: 'box2d',
      library: { package: 'libbox2d-dev', header: '/usr/include/box2d/b2_distance.h' },
      flags: ['-lbox2d'],
    },
    isSingle: true,
    prisms: {
      how: 'b2Distance with inputs made before it is timed, cold: an empty simplex cache, or warm: the cache of its pair; level 1 by the same, as in b2TestOverlap',
      cold: [
        { title: 'Box2D', name: 'distance', level: 2 },
        { title: 'Box2D', name: 'collide', level: 1 },
      ],
      warm: [
        { title: 'Box2D, warm', name: 'distance-warm', level: 2 },
        { title: 'Box2D, warm', name: 'collide-warm', level: 1 },
      ],
    },
  },
  {
    name: 'FCL',
    package: 'libfcl-dev',
    source: {
      name: 'fcl',
      library: { package: 'libfcl-dev', header: '/usr/include/fcl/fcl.h' },
      flags: ['-I/usr/include/eigen3', '-lfcl', '-lccd', '-loctomap', '-loctomath'],
    },
    query: { queries: fclQueries },
    prisms: {
      how: 'on prisms, transforms made before it is timed, cold: distance and collide, by libccd and by its own GJK',
      cold: prismQueries(fclQueries),
      warm: [],
    },
  },
  {
    name: 'libccd',
    package: 'libccd-dev',
    source: {
      name: 'libccd',
      library: { package: 'libccd-dev', header: '/usr/include/ccd/ccd.h' },
      flags: ['-lccd'],
    },
    query: {
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
  },
  {
    name: 'Bullet',
    package: 'libbullet-dev',
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
    query: { queries: bulletQueries },
    prisms: {
      how: 'on prisms, in double precision, cold: btGjkPairDetector; level 1 stops at the first separating axis',
      cold: prismQueries(bulletQueries),
      warm: [],
    },
  },
  {
    name: 'ODE',
    package: 'libode-dev',
    source: {
      name: 'ode',
      library: { package: 'libode-dev', header: '/usr/include/ode/ode.h' },
      flags: ['-lode'],
    },
    query: { queries: queriesOf('ODE', ['collide', 'depth']) },
  },
];

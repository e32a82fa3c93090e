// Collision libraries in C++, and our kernel translated to C++ in two builds. The programs are in bench/native.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { SourceTree } from '../harness/native.ts';
import { type Peer, type PeerQuery, type PrismQuery, queriesOf } from './peer.ts';
import { kernelTitle, type QueryKind, queryTitles } from './query-kind.ts';

/** Writes our kernel as a C++ header. */
export function translateKernel(folder: string): void {
  const tool = fileURLToPath(new URL('../../../tools/dist/kernel-to-cpp.js', import.meta.url));
  const args = [tool, join(folder, 'kernel.generated.hpp')];
  const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  if (status !== 0) {
    const problem = `${tool} failed to translate the kernel to C++ (run npm run setup to build it if it is missing)`;
    throw new Error(`${problem}: ${stderr}`);
  }
}

const kernel = {
  query: { queries: queriesOf(kernelTitle, Object.keys(queryTitles) as QueryKind[]) },
  takesKernelInputs: true,
} as const;

/**
 * The queries that also run on polygons, extruded to prisms: level 2 is the distance, level 1 the Boolean query; depth is left out.
 */
function prismQueries(queries: readonly PeerQuery[]): PrismQuery[] {
  return queries
    .filter(({ kind }) => kind !== 'depth')
    .map(({ title, name, kind }) => ({ title, name, level: kind === 'distance' ? 2 : 1 }));
}

const fclQueries: readonly PeerQuery[] = [
  { title: 'FCL', name: 'distance', kind: 'distance' },
  { title: 'FCL, own GJK', name: 'distance-own', kind: 'distance' },
  { title: 'FCL', name: 'collide', kind: 'collide' },
  { title: 'FCL, own GJK', name: 'collide-own', kind: 'collide' },
  { title: 'FCL', name: 'depth', kind: 'depth' },
  { title: 'FCL, own GJK', name: 'depth-own', kind: 'depth' },
];

const bulletQueries = queriesOf('Bullet', ['distance', 'collide', 'depth']);

const openGjkTree: SourceTree = {
  variable: 'OPENGJK_SOURCE',
  flags: (folder) => [`-I${folder}/scalar/include`, '-x', 'c', `${folder}/scalar/openGJK.c`],
  version: { file: 'scalar/CMakeLists.txt', pattern: /VERSION\s+(\d+\.\d+\.\d+)/ },
};

export const nativePeers: readonly Peer[] = [
  { name: kernelTitle, source: { name: 'kernel', flags: [], generate: translateKernel }, ...kernel },
  {
    // Without fused multiply-add its results are bitwise equal to the results of WebAssembly, which verifies the translation.
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
      how: 'b2Distance, with inputs prepared before timing; cold: with an empty simplex cache; warm: with the cache of the pair; level 1 uses the same function, as b2TestOverlap does',
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
    name: 'Box2D v3',
    source: {
      name: 'box2d-v3',
      tree: {
        variable: 'BOX2D_SOURCE',
        // `-x c` holds for one file.
        flags: (folder) => [
          `-I${folder}/include`,
          ...['distance', 'core'].flatMap((file) => ['-x', 'c', `${folder}/src/${file}.c`]),
        ],
        version: { file: 'src/core.c', pattern: /\.major = (\d+),\s*\.minor = (\d+),\s*\.revision = (\d+)/ },
      },
      flags: ['-DNDEBUG', '-w'],
    },
    isSingle: true,
    prisms: {
      how: 'b2ShapeDistance, in 32-bit numbers, for polygons of at most 8 vertices: distance, both points and the normal in the frame of A, from inputs that have the relative pose before timing; "world poses": the relative pose and the points in the world are part of the query; cold: with an empty simplex cache; warm: with the cache of the pair; level 1 uses the same function, as overlap tests of Box2D do',
      cold: [
        { title: 'Box2D v3', name: 'distance', level: 2 },
        { title: 'Box2D v3, world poses', name: 'distance-world', level: 2 },
        { title: 'Box2D v3', name: 'collide', level: 1 },
      ],
      warm: [
        { title: 'Box2D v3, warm', name: 'distance-warm', level: 2 },
        { title: 'Box2D v3, warm', name: 'collide-warm', level: 1 },
      ],
    },
  },
  {
    name: 'coal',
    source: {
      name: 'coal',
      tree: {
        variable: 'COAL_SOURCE',
        installed: 'coal',
        make: 'reduced',
        flags: (folder) => [
          ...[`-I${folder}/generated`, `-I${folder}/include`, '-I/usr/include/eigen3'],
          `${folder}/reduced/libcoalmin.a`,
        ],
        version: { file: 'generated/coal/config.hh', pattern: /COAL_VERSION "([^"]+)"/ },
      },
      flags: ['-w'],
    },
    query: {
      queries: [
        { title: 'coal', name: 'distance', kind: 'distance' },
        { title: 'coal, Polyak', name: 'distance-polyak', kind: 'distance' },
        { title: 'coal, Nesterov', name: 'distance-nesterov', kind: 'distance' },
        { title: 'coal', name: 'collide', kind: 'collide' },
        { title: 'coal, Polyak', name: 'collide-polyak', kind: 'collide' },
        { title: 'coal, Nesterov', name: 'collide-nesterov', kind: 'collide' },
      ],
    },
  },
  {
    name: 'DGD',
    source: {
      name: 'dgd',
      tree: {
        variable: 'DGD_SOURCE',
        flags: (folder) => [`-I${folder}/include`, '-I/usr/include/eigen3', `${folder}/src/dgd.cc`],
        version: { file: 'CMakeLists.txt', pattern: /project\([^)]*VERSION\s+([\d.]+)/ },
      },
      flags: ['-w'],
    },
    query: { queries: queriesOf('DGD', ['collide', 'growth']) },
  },
  {
    name: 'openGJK',
    source: { name: 'opengjk', tree: openGjkTree, flags: ['-w'] },
    query: {
      queries: [
        { title: 'openGJK', name: 'distance', kind: 'distance' },
        { title: 'openGJK, placed', name: 'distance-placed', kind: 'distance' },
      ],
    },
    prisms: {
      how: 'distance with witness points, on prisms in 64-bit numbers, cold; "prisms": the vertices of B are moved into the frame of A within the query, "placed": before timing',
      cold: [
        { title: 'openGJK, prisms', name: 'distance', level: 2 },
        { title: 'openGJK, prisms, placed', name: 'distance-placed', level: 2 },
      ],
      warm: [],
    },
  },
  {
    name: 'openGJK, flat',
    source: { name: 'opengjk', tree: openGjkTree, flags: ['-DFLAT', '-w'] },
    prisms: {
      how: 'the same on polygons at z = 0, which have half as many vertices as prisms',
      cold: [
        { title: 'openGJK, flat', name: 'distance', level: 2 },
        { title: 'openGJK, flat, placed', name: 'distance-placed', level: 2 },
      ],
      warm: [],
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
      how: 'on prisms, with transforms prepared before timing, cold: distance and collide, each with libccd and with the GJK of FCL',
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
        { title: 'libccd GJK', name: 'collide', kind: 'collide' },
        { title: 'libccd GJK, climbing', name: 'collide-climb', kind: 'collide', hullsOnly: true },
        { title: 'libccd MPR', name: 'mpr', kind: 'collide' },
        { title: 'libccd MPR, climbing', name: 'mpr-climb', kind: 'collide', hullsOnly: true },
        { title: 'libccd EPA', name: 'depth-epa', kind: 'depth' },
        { title: 'libccd EPA, climbing', name: 'depth-epa-climb', kind: 'depth', hullsOnly: true },
        { title: 'libccd MPR', name: 'depth-mpr', kind: 'depth' },
        { title: 'libccd MPR, climbing', name: 'depth-mpr-climb', kind: 'depth', hullsOnly: true },
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

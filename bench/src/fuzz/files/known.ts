// Regression inputs that once hung, exhausted memory or corrupted shared state. Every run begins with those of its formats.
import { encode } from './bytes.ts';
import { problem, shape, simulation } from './documents.ts';
import type { FileFormat } from './format.ts';
import { mjcf, urdf } from './robots.ts';
import { scene, simulator, withTextOf } from './snapshots.ts';

export interface KnownInput {
  readonly title: string;
  readonly format: FileFormat;
  readonly make: () => Uint8Array;
}

function known(format: FileFormat, title: string, text: () => string): KnownInput {
  return { title, format, make: () => encode(text()) };
}

/** Concatenates item(0) to item(count − 1). */
function repeat(count: number, item: (k: number) => string): string {
  return Array.from({ length: count }, (_, k) => item(k)).join('');
}

const link = (name: string): string =>
  `<link name="${name}"><inertial><mass value="1"/><inertia ixx="1" iyy="1" izz="1"/></inertial></link>`;
const joint = (k: number, more = ''): string =>
  `<joint name="j${k}" type="continuous"><parent link="l0"/><child link="l${k}"/>${more}</joint>`;
const superellipsoid = '{"version":1,"kind":"superellipsoid","rx":1,"ry":2,"rz":3,"e1":0.01,"e2":1.99}';
const box = (half: string): string => `{"version":1,"kind":"box","hx":${half},"hy":${half},"hz":${half}}`;

function simulationWith(bodies: string, options = '{}'): string {
  return `{"format":"proximal-simulation","version":1,"options":${options},"bodies":[${bodies}]}`;
}

function sums(depth: number): string {
  return depth === 0 ? superellipsoid : `{"version":1,"kind":"sum","a":${sums(depth - 1)},"b":${superellipsoid}}`;
}

const boxes = (count: number): string => Array.from({ length: count }, () => `{"shape":${box('0.1')}}`).join(',');

export const knownInputs: readonly KnownInput[] = [
  known(
    urdf,
    'an end tag with a space, at which some XML parsers do not terminate',
    () => '<robot name="r"><script></script ></robot>',
  ),
  known(mjcf, 'an end tag with a space in MJCF', () => '<mujoco><style></style ></mujoco>'),
  known(urdf, 'one line of a megabyte', () => `<robot name="r">${repeat(10_000, (k) => link(`l${k}`))}</robot>`),
  known(urdf, 'a chain of mimics', () => {
    const mimic = (k: number): string => joint(k, k > 1 ? `<mimic joint="j${k - 1}"/>` : '');
    return `<robot name="r">${link('l0')}${repeat(1500, (k) => link(`l${k + 1}`) + mimic(k + 1))}</robot>`;
  }),
  known(mjcf, 'nested defaults with many attributes', () => {
    const attributes = repeat(40, (k) => ` a${k}="${k}"`);
    const inner = repeat(300, (k) => `<default class="c${k}"><geom${attributes} b${k}="1"/>`);
    return `<mujoco><default>${inner}${'</default>'.repeat(300)}</default></mujoco>`;
  }),
  known(
    mjcf,
    'an element of defaults named like a method',
    () => '<mujoco><default><constructor a="1"/></default></mujoco>',
  ),
  known(
    mjcf,
    'geometry types named like methods',
    () => '<mujoco><worldbody><geom type="constructor" size="1"/><geom type="toString" size="1"/></worldbody></mujoco>',
  ),
  known(mjcf, 'many free joints', () => {
    const body = (k: number): string => `<body name="b${k}"><freejoint/><geom size="0.1" pos="${k} 0 0"/></body>`;
    return `<mujoco><worldbody>${repeat(4000, body)}</worldbody></mujoco>`;
  }),
  known(mjcf, 'replicas of replicas', () => {
    const open = '<replicate count="1000" offset="1 0 0">'.repeat(6);
    return `<mujoco><worldbody>${open}<geom size="0.1"/>${'</replicate>'.repeat(6)}</worldbody></mujoco>`;
  }),
  known(mjcf, 'a file that includes itself twice', () => '<mujoco><include file="circle.xml"/></mujoco>'),
  known(
    shape,
    'a smooth hull with a large exponent',
    () => '{"version":1,"kind":"smoothHull","vertices":[1,1,1,-1,-1,1,-1,1,-1,1,-1,-1],"p":1e6}',
  ),
  known(shape, 'sums of superellipsoids', () => sums(12)),
  known(simulation, 'mass of a smooth hull with a large exponent', () =>
    simulationWith('{"shape":{"version":1,"kind":"smoothHull","vertices":[1,1,1,-1,-1,1,-1,1,-1,1,-1,-1],"p":1e6}}'),
  ),
  known(simulation, 'mass of sums of superellipsoids', () => simulationWith(`{"shape":${sums(12)}}`)),
  known(simulation, '400 boxes in one place', () => simulationWith(boxes(400))),
  known(simulation, '1000 boxes in one place', () => simulationWith(boxes(1000))),
  known(simulation, 'a friction of 1e308', () =>
    simulationWith(`{"shape":${box('1')},"static":true},${boxes(2)}`, '{"friction":1e308}'),
  ),
  known(simulation, 'a subnormal time step', () => simulationWith(boxes(2), '{"timeStep":1e-310}')),
  known(simulation, 'a mass of 1e155 kg', () => simulationWith(`{"shape":${box('0.1')},"mass":1e155},${boxes(1)}`)),
  known(problem, 'sizes of 1e300 and 5e-324 m', () => {
    const body = (half: string): string => `{"shape":${box(half)}}`;
    return `{"format":"proximal-problem","version":1,"query":"distance","a":${body('1e300')},"b":${body('5e-324')}}`;
  }),
  { title: 'one block 20,000 times', format: simulator, make: () => withTextOf('simulator', manyBlocks) },
  {
    title: 'a deeply nested text',
    format: simulator,
    make: () => withTextOf('simulator', (text) => nested(text, 'origin')),
  },
  { title: 'a deeply nested text', format: scene, make: () => withTextOf('scene', (text) => nested(text, 'origin')) },
];

/** References the largest block of a snapshot many times. */
function manyBlocks(text: string): string {
  const blocks = [...text.matchAll(/\{"\$":"(?:bytes|numbers)","at":\d+,"size":(\d+)\}/g)];
  const [largest] = blocks.reduce((largest, block) => (Number(block[1]) > Number(largest[1]) ? block : largest));
  return `${text.slice(0, -1)},"origin":[${repeat(20_000, (k) => (k > 0 ? `,${largest}` : largest))}]}`;
}

function nested(text: string, field: string): string {
  return `${text.slice(0, -1)},"${field}":${'['.repeat(100_000)}${']'.repeat(100_000)}}`;
}

// Small robot files that took minutes or gigabytes. Time and memory must grow linearly with the size of the file, or a limit must reject it
// with the position of the element.
import { expect, it } from 'vitest';
import { ModelBuilder, mayCollide } from '../../src/dynamics/index.ts';
import { sphere } from '../../src/index.ts';
import { FileError, type MjcfOptions, readMjcf, readUrdf } from '../../src/io/index.ts';
import { boundedLibrary } from '../bounded.ts';

const bounded = boundedLibrary();
const repeat = (count: number, make: (k: number) => string): string =>
  Array.from({ length: count }, (_, k) => make(k)).join('');

async function refusal(model: Promise<unknown>): Promise<FileError> {
  const error = await model.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(FileError);
  return error as FileError;
}

/** Reads MJCF in a separate process: returns the peak memory, and the error or the numbers of frames and notices. */
const inProcess = (text: string): ReturnType<typeof bounded> =>
  bounded(`${text}\nconst { frames, notices } = await io.readMjcf(text); return [frames.length, notices.length];`);

it('reads nested default classes without copying the attributes of the outer ones', () => {
  // A file of 0.9 MB with classes nested 900 deep, each with 60 attributes: it took a minute and 2.7 GB.
  const { value, megabytes } = inProcess(`
    const classes = Array.from({ length: 900 }, (_, k) => '<default class="c' + k + '"><geom ' +
      Array.from({ length: 60 }, (_, j) => 'a' + k + '_' + j + '="1"').join(' ') + ' margin="' + k + '"/>').join('');
    const text = '<mujoco><default><default class="c">' + classes + '</default>'.repeat(902) + '<worldbody><geom class="c899" size="1"/></worldbody></mujoco>';`);
  expect(value).toEqual([1, 900]);
  expect(megabytes).toBeLessThan(400);
});

it('reads many geoms of a class with many attributes', () => {
  const { value, megabytes } = inProcess(`
    const names = Array.from({ length: 20000 }, (_, j) => 'a' + j + '="1"').join(' ');
    const text = '<mujoco><default><geom size="1" ' + names + '/></default><worldbody>' + '<geom contype="0" conaffinity="0"/>'.repeat(20000) + '</worldbody></mujoco>';`);
  expect(value).toEqual([1, 10_001]);
  expect(megabytes).toBeLessThan(400);
});

it('rejects 4,000 free joints before it allocates a matrix for them', () => {
  const { error, megabytes } = inProcess(`
    const text = '<mujoco><worldbody>\\n' + '<body><freejoint/><geom size="1"/></body>\\n'.repeat(4000) + '</worldbody></mujoco>';`);
  expect(error?.message).toMatch(/^<mjcf>:168:7: <freejoint>: .*more than options.limits.coordinates = 1000/);
  expect(megabytes).toBeLessThan(300);
});

it('loads 160 free joints without allocating unused matrices', () => {
  const { value, megabytes } = inProcess(`
    const text = '<mujoco><worldbody>' + '<body><freejoint/><geom size="1"/></body>'.repeat(160) + '</worldbody></mujoco>';`);
  expect(value).toEqual([321, 0]);
  expect(megabytes).toBeLessThan(200);
});

it('rejects a model with 24,000 degrees of freedom before it allocates memory', () => {
  const { error, megabytes } = bounded(`
    const builder = new dynamics.ModelBuilder();
    for (let k = 0; k < 4000; k++) builder.link('l' + k, { mass: 1, inertia: [1, 1, 1] }).joint('j' + k, { kind: 'free-flyer', parent: 'world', child: 'l' + k });
    builder.build();`);
  expect(error).toEqual({
    name: 'RangeError',
    message:
      'the model has 24000 degrees of freedom; matrices of nv² numbers are limited to nv = 10000: make separate models of robots that no joint connects',
  });
  expect(megabytes).toBeLessThan(300);
});

it('resolves each mimic joint once', () => {
  // A chain of n mimic joints took O(n³).
  const builder = new ModelBuilder().link('base');
  const count = 5000;
  for (let k = 0; k < count; k++) {
    const mimic = k === 0 ? {} : { mimic: { joint: `j${k - 1}`, ratio: k % 2 === 0 ? 2 : 0.5, offset: 1 } };
    builder
      .link(`l${k}`, { mass: 1, inertia: [1, 1, 1] })
      .joint(`j${k}`, { kind: 'revolute', parent: 'base', child: `l${k}`, ...mimic });
  }
  const model = builder.build();
  expect(model.nv).toBe(1);
  // q₁ = q₀/2 + 1 and q₂ = 2 q₁ + 1 = q₀ + 3.
  expect(model.joints[2].mimic).toEqual({ joint: 'j0', ratio: 1, offset: 3 });
  expect(model.joints[count - 1].mimic).toEqual({ joint: 'j0', ratio: 0.5, offset: 1 + (3 * (count - 2)) / 4 });
});

it('rejects a long cycle of mimic joints', async () => {
  const joints = repeat(
    900,
    (k) =>
      `<link name="l${k}"/><joint name="j${k}" type="continuous"><parent link="base"/><child link="l${k}"/><mimic joint="j${(k + 1) % 900}"/></joint>`,
  );
  const { message } = await refusal(readUrdf(`<robot name="r"><link name="base"/>${joints}</robot>`));
  expect(message).toContain('joint "j899" mimics "j0", which closes a cycle of mimic joints');
});

it('opens each included file once', async () => {
  let opened = 0;
  const resolve = (path: string): string => {
    opened++;
    const next = Number(/(\d+)\.xml$/.exec(path)?.[1]) + 1;
    return `<mujoco><include file="${next}.xml"/><include file="././${next}.xml"/></mujoco>`;
  };
  const options: MjcfOptions = { name: 'r.xml', resolve, limits: { files: 50 } };
  const { message } = await refusal(readMjcf('<mujoco><include file="0.xml"/></mujoco>', options));
  expect(message).toContain('more than options.limits.files = 50');
  expect(opened).toBe(50);
  opened = 0;
  const twice = readMjcf('<mujoco>\n<include file="a.xml"/><include file="b/../a.xml"/></mujoco>', {
    ...options,
    resolve: () => `<mujoco/>${' '.repeat(opened++)}`,
  });
  expect((await refusal(twice)).message).toContain('r.xml:2:24: <include>: the file is included already');
  expect(opened).toBe(1);
});

it('counts the elements and nesting of included files together with the main file', async () => {
  const files = (content: string) => ({ name: 'r.xml', resolve: () => content });
  const many = `<mujoco><worldbody>${'<site/>'.repeat(400)}</worldbody></mujoco>`;
  const includes = repeat(10, (k) => `<include file="${k}.xml"/>`);
  const tooMany = readMjcf(`<mujoco>${includes}</mujoco>`, { ...files(many), limits: { elements: 2000 } });
  expect((await refusal(tooMany)).message).toContain('more than options.limits.elements = 2000');
  const bodies = (inside: string): string => `${'<body>'.repeat(60)}${inside}${'</body>'.repeat(60)}`;
  const deep = readMjcf(`<mujoco><worldbody>${bodies('<include file="a.xml"/>')}</worldbody></mujoco>`, {
    ...files(`<mujoco>${bodies('')}</mujoco>`),
    limits: { depth: 100 },
  });
  expect((await refusal(deep)).message).toContain(
    'a.xml:1:237: <body>: it is nested more than options.limits.depth = 100',
  );
});

it('rejects nested replicates before it makes the copies', async () => {
  const nested = (count: number, inside: string): string => `<replicate count="${count}">${inside}</replicate>`;
  const world = (content: string): string => `<mujoco><worldbody>\n${content}</worldbody></mujoco>`;
  for (const text of [
    nested(1e5, nested(1e5, '<site/>')),
    nested(1e300, ''),
    nested(1000, nested(1000, nested(1000, ''))),
  ]) {
    const { message, line } = await refusal(readMjcf(world(text)));
    expect(message).toContain('more than options.limits.elements = 100000');
    expect(line).toBe(2);
  }
  // Each of the 900 levels copies its content once, although count is 1.
  const levels = `${'<replicate count="1">'.repeat(900)}${'<site name="s"/>'.repeat(1000)}${'</replicate>'.repeat(900)}`;
  expect((await refusal(readMjcf(world(levels)))).message).toContain('options.limits.elements');
  const long = `<replicate count="1" sep="${'x'.repeat(1000)}"><site name="long name"/></replicate>`;
  expect((await refusal(readMjcf(world(long)))).message).toContain('more than options.limits.nameLength = 1000');
});

it('numbers the names of copies and the references to them', async () => {
  const count = 1000;
  const text = `<mujoco><worldbody><replicate count="${count}"><body name="b"><joint name="j"/><geom name="g" size="1"/></body></replicate></worldbody>
    <contact><exclude body1="b" body2="world"/></contact><actuator><motor name="m" joint="j"/></actuator></mujoco>`;
  const model = await readMjcf(text);
  expect(model.actuators).toHaveLength(count);
  expect(model.actuators[count - 1]).toMatchObject({ name: 'm0999', joint: 'j0999' });
  expect(model.collisions).toHaveLength(count);
});

it('makes one hull of a mesh used by many geoms', async () => {
  const corners = repeat(2000, (k) => `${Math.cos(k)} ${Math.sin(k)} ${Math.sin(k / 7)} `);
  for (const more of ['', 'refpos="0 0 1"', 'refquat="1 1 0 0" inertia="convex"']) {
    const { geometries } = await readMjcf(`<mujoco><asset><mesh name="m" vertex="${corners}" ${more}/></asset>
      <worldbody><body><freejoint/>${'<geom type="mesh" mesh="m"/>'.repeat(3000)}</body></worldbody></mujoco>`);
    expect(new Set(geometries.map(({ shape }) => shape)).size).toBe(1);
  }
});

it('counts the vertices of a mesh for each scale, and reads its file once', async () => {
  let opened = 0;
  const resolve = (): string => {
    opened++;
    return repeat(1000, (k) => `v ${Math.cos(k)} ${Math.sin(k)} ${Math.sin(k / 7)}\n`);
  };
  const meshes = repeat(100, (k) => `<mesh name="m${k}" file="m.obj" scale="1 1 ${k + 1}"/>`);
  const geoms = repeat(100, (k) => `\n<geom type="mesh" mesh="m${k}"/>`);
  const text = `<mujoco><asset>${meshes}</asset><worldbody>${geoms}</worldbody></mujoco>`;
  const { message, line } = await refusal(readMjcf(text, { name: 'r.xml', resolve, limits: { vertices: 20_000 } }));
  expect(message).toContain('more than options.limits.vertices = 20000');
  expect(line).toBe(22);
  expect(opened).toBe(1);
});

it('reads a world with 20,000 bodies if the limits allow it', async () => {
  const text = `<mujoco><worldbody>\n${'<body/>\n'.repeat(20_000)}</worldbody></mujoco>`;
  const { message, line } = await refusal(readMjcf(text));
  expect(message).toContain('more than options.limits.links = 10000');
  expect(line).toBe(10_002);
  expect((await readMjcf(text, { limits: { links: 20_000 } })).frames).toHaveLength(40_001);
});

it('stores a collision rule about two links as one rule, not as pairs of shapes', () => {
  const builder = new ModelBuilder();
  for (const link of ['a', 'b']) {
    builder
      .link(link, { mass: 1, inertia: [1, 1, 1] })
      .joint(link, { kind: 'free-flyer', parent: 'world', child: link });
    for (let k = 0; k < 4000; k++) builder.geometry(link, { shape: sphere(1), name: `${link}${k}` });
  }
  builder.collision({ links: ['a', 'b'], collide: false }).collision({ geometries: ['b7', 'a8'], collide: true });
  const model = builder.build();
  expect(mayCollide(model, 1, 4001)).toBe(false);
  expect(mayCollide(model, 8, 4007)).toBe(true);
  const last = new ModelBuilder();
  for (const link of ['a', 'b'])
    last
      .link(link, { mass: 1, inertia: [1, 1, 1] })
      .joint(link, { kind: 'free-flyer', parent: 'world', child: link })
      .geometry(link, { shape: sphere(1), name: link });
  last.collision({ geometries: ['a', 'b'], collide: true }).collision({ links: ['b', 'a'], collide: false });
  expect(mayCollide(last.build(), 0, 1)).toBe(false);
});

it('rejects names of a megabyte, and shapes beyond the limit', async () => {
  const name = 'x'.repeat(1e6);
  const body = `<mujoco><worldbody><body name="${name}">${'<joint/>'.repeat(100)}</body></worldbody></mujoco>`;
  expect((await refusal(readMjcf(body))).message).toContain('options.limits.nameLength = 1000');
  expect((await refusal(readUrdf(`<robot><${name}/></robot>`))).message).toContain('options.limits.nameLength');
  const shapes = `<mujoco><worldbody>\n${'<geom size="1"/>\n'.repeat(20)}</worldbody></mujoco>`;
  const { message, line } = await refusal(readMjcf(shapes, { limits: { shapes: 10 } }));
  expect(message).toContain('more than options.limits.shapes = 10');
  expect(line).toBe(12);
});

it('counts notices beyond the limit, and the warnings among them', async () => {
  const text = `<robot name="r"><link name="a">${'<visual/>'.repeat(20)}</link></robot>`;
  const { notices } = await readUrdf(text, { limits: { notices: 5 } });
  expect(notices).toHaveLength(6);
  expect(notices[5].message).toBe('<urdf>: 15 more notices, 0 of them warnings: more than options.limits.notices = 5');
});

it('rejects invalid limits', async () => {
  await expect(readUrdf('<robot/>', { limits: { files: -1 } })).rejects.toThrow('readUrdf: options.limits.files is -1');
  await expect(readUrdf('<robot/>', { limits: { file: 1 } as never })).rejects.toThrow(
    'options.limits.file is 1; there is no such option',
  );
});

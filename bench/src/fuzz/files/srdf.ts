// SRDF files with random elements, always for the same robot.
import { readSrdf, readUrdf, stateConfiguration } from 'proximal/io';
import type { Rng } from 'proximal/math';
import { tryRead, tryUse } from './errors.ts';
import { type FileFormat, FuzzFailure } from './format.ts';
import { fileOf } from './robots.ts';
import { Templates } from './templates.ts';
import { useModel } from './use.ts';
import { chance, pick, plainNumber } from './words.ts';
import { element, type Xml } from './xml.ts';

const fileName = 'robot.srdf';
const links = ['l0', 'l1', 'l2', 'l3'];
const joints = ['j1', 'j2', 'j3'];

/** A chain of balls. */
const robot = `<robot name="r">${links
  .map(
    (name) =>
      `<link name="${name}"><inertial><mass value="1"/><inertia ixx="1" iyy="1" izz="1"/></inertial><collision><geometry><sphere radius="0.1"/></geometry></collision></link>`,
  )
  .join('')}${joints
  .map(
    (name, k) =>
      `<joint name="${name}" type="continuous"><parent link="l${k}"/><child link="l${k + 1}"/><origin xyz="0.15 0 0"/></joint>`,
  )
  .join('')}</robot>`;

function srdfOf(rng: Rng): Xml {
  const root = element('robot', { name: 'r' });
  const pair = (name: string): Xml => {
    const at = rng.index(links.length);
    const other = links[(at + 1 + rng.index(links.length - 1)) % links.length];
    return element(name, { link1: links[at], link2: other, reason: 'Never' });
  };
  const state = (): Xml =>
    element(
      'group_state',
      { name: pick(rng, ['home', 'ready']), group: 'arm' },
      ...joints
        .filter(() => chance(rng, 0.7))
        .map((name) => element('joint', { name, value: plainNumber(rng, -1, 1) })),
    );
  for (let k = rng.index(6); k >= 0; k--) {
    const kinds = [
      () => pair('disable_collisions'),
      () => pair('enable_collisions'),
      () => element('disable_default_collisions', { link: pick(rng, links) }),
      state,
      () => element('group', { name: 'arm' }, element('chain', { base_link: 'l0', tip_link: 'l3' })),
      () => element('virtual_joint', { name: 'v', type: 'floating', parent_frame: 'world', child_link: 'l0' }),
    ];
    root.children.push(pick(rng, kinds)());
  }
  return root;
}

const srdfs = new Templates(srdfOf);

async function use(bytes: Uint8Array): Promise<boolean> {
  const srdf = await tryRead('file', fileName, () => readSrdf(bytes, { name: fileName }));
  if (srdf === null) return false;
  const model = await readUrdf(robot, { srdf });
  for (const state of srdf.states) {
    const q = tryUse(() => stateConfiguration(model, state));
    if (q && !q.every(Number.isFinite))
      throw new FuzzFailure('NaN', `the state ${JSON.stringify(state.name)} is not finite`);
  }
  useModel(model);
  return true;
}

export const srdf: FileFormat = {
  name: 'srdf',
  title: 'SRDF',
  ending: 'srdf',
  make: (rng, mutations, seed) => fileOf(srdfs, rng, mutations, seed),
  use,
};

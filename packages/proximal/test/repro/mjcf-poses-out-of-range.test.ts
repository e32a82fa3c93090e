// When the product of poses of an MJCF file overflowed, `readMjcf` threw the RangeError of `compose`, without a line number.
import { describe, expect, it } from 'vitest';
import { FileError, readMjcf } from '../../src/io/index.ts';

const far = '1e308 0 0';
const body = (content: string, name = 'b'): string =>
  `<body name="${name}" pos="${far}"><inertial pos="0 0 0" mass="1" diaginertia="1 1 1"/>${content}</body>`;
const world = (content: string, rest = ''): string => `<mujoco><worldbody>${content}</worldbody>${rest}</mujoco>`;

describe('poses whose product overflows', () => {
  it.each(
    Object.entries({
      geom: world(`<frame pos="${far}"><geom size="0.1" pos="${far}"/></frame>`),
      replicate: world(`<replicate count="3" offset="${far}"><geom size="0.1" pos="${far}"/></replicate>`),
      site: world(`<frame pos="${far}"><site name="s" pos="${far}"/></frame>`),
      frame: world(`<frame pos="${far}"><frame pos="${far}"><geom size="0.1"/></frame></frame>`),
      body: world(body(body('<freejoint/>', 'c'))),
      inertial: world(`<body><frame pos="${far}"><inertial pos="${far}" mass="1" diaginertia="1 1 1"/></frame></body>`),
      joint: world(`<body><frame pos="${far}"><joint pos="${far}"/></frame><geom size="1"/></body>`),
      connect: world(
        body('') + body('', 'c').replace(far, '-1e308 0 0'),
        `<equality><connect body1="b" body2="c" anchor="${far}"/></equality>`,
      ),
      weld: world(
        body('') + body('', 'c').replace(far, '-1e308 0 0'),
        '<equality><weld body1="b" body2="c"/></equality>',
      ),
      mesh: `<mujoco><asset><mesh name="m" vertex="0 0 0 1 0 0 0 1 0 0 0 1" refpos="${far}" scale="1e308 1 1"/></asset><worldbody><geom type="mesh" mesh="m" pos="${far}"/></worldbody></mujoco>`,
    }),
  )('throw a FileError: %s', async (_name, text) => {
    await expect(readMjcf(text)).rejects.toThrow(FileError);
  });
});

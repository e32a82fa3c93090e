// Malformed and hostile XML.
import { expect, it } from 'vitest';
import { FileError, readMjcf, readUrdf } from '../../../src/io/index.ts';

async function refusal(load: Promise<unknown>): Promise<FileError> {
  const error = await load.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(FileError);
  return error as FileError;
}

const bomb = `<?xml version="1.0"?>
<!DOCTYPE robot [<!ENTITY a "lol"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;&b;&b;">]>
<robot name="&c;"/>`;

it.each([
  ['an entity bomb', bomb, 2, 'document type'],
  ['an external entity', '<!DOCTYPE r SYSTEM "file:///etc/passwd"><robot/>', 1, 'document type'],
  ['an unknown entity', '<robot name="&bomb;"/>', 1, 'entity'],
  ['a tag that does not match', '<robot>\n<link name="a">\n</robot>', 3, '</robot> closes <link>'],
  ['a tag that is not closed', '<robot>\n<link name="a"/>', 2, '<robot> is not closed'],
  ['an end without a start', '<robot/>\n</link>', 2, 'closes nothing'],
  ['an attribute without quotes', '<robot name=arm/>', 1, 'attributes are name="value"'],
  ['a stray <', '<robot>\n 1 < 2 </robot>', 2, 'write &lt;'],
  ['a comment without an end', '<robot>\n<!-- never ends', 2, 'this is not closed: --> is missing'],
  ['two roots', '<robot name="a"/><robot name="b"/>', 1, 'a second root element; a file has exactly one'],
  ['an attribute that comes twice', '<robot>\n<link name="a" name="b"/></robot>', 2, 'has the attribute name twice'],
  ['attributes without white space between them', '<robot name="a"version="1"/>', 1, 'attributes are name="value"'],
  ['a no-break space between attributes', '<robot\u00a0name="a"/>', 1, 'attributes are name="value"'],
  ['a number that is no character', '<robot name="&#x110000;"/>', 1, 'entity'],
  ['text before the root', '<!-- --> robot <robot/>', 1, 'text outside'],
  ['text after the root', '<robot/>\n...', 1, 'text outside'],
  ['no element', '<?xml version="1.0"?>\n<!-- nothing -->', 2, 'no element'],
])('refuses %s', async (_what, text, line, message) => {
  for (const load of [readUrdf, readMjcf]) {
    const error = await refusal(load(text));
    expect(error.line).toBe(line);
    expect(error.message).toContain(message);
  }
});

it.each([
  ['a script whose end tag has a blank', '<robot name="r"><script></script ></robot>'],
  ['a style whose end tag has a blank', '<robot name="r"><style></style ></robot>'],
  ['a script with tags in it', '<robot name="r"><script><link name="a"></link></script></robot>'],
])('reads %s as any other element', async (_what, text) => {
  expect((await readUrdf(text)).name).toBe('r');
  await refusal(readMjcf(text));
});

it('distinguishes names with an underscore', async () => {
  const mass = (attribute: string): string =>
    `<robot name="r"><link name="a"><inertial><mass ${attribute}="3"/><inertia ixx="1" iyy="1" izz="1"/></inertial></link></robot>`;
  await readUrdf(mass('value'));
  expect((await refusal(readUrdf(mass('_value')))).message).toContain('value');
});

// A reader that takes quadratic time would exceed the test's timeout.
it('reads one line of 3 MB, an attribute of 3 MB and 3 MB of white space in linear time', async () => {
  const links = Array.from({ length: 60_000 }, (_, k) => `<gazebo reference="link number ${k} of the arm"/>`).join('');
  expect((await readUrdf(`<robot name="r"><link name="a"/>${links}</robot>`)).name).toBe('r');
  expect((await readUrdf(`<robot name="r" about="${'x'.repeat(3e6)}"><link name="a"/></robot>`)).name).toBe('r');
  expect((await readUrdf(`<robot${' '.repeat(3e6)}name="r"><link name="a"/></robot>`)).name).toBe('r');
});

it('refuses nesting 100,000 deep, also of elements that are not closed', async () => {
  const deep = `<mujoco><worldbody>${'<body>'.repeat(1e5)}${'</body>'.repeat(1e5)}</worldbody></mujoco>`;
  expect((await refusal(readMjcf(deep))).message).toContain('nested more than options.limits.depth = 1000');
  expect((await refusal(readUrdf(`<robot>${'<a>'.repeat(1e5)}`))).message).toContain(
    'nested more than options.limits.depth = 1000',
  );
});

it('reads comments, CDATA, declarations, both quotes and the five entities', async () => {
  const model = await readUrdf(`\uFEFF<?xml version='1.0'?><!-- <robot> --><robot name='a &amp; b'>
    <link name="x > y"/><![CDATA[ <link name="no"/> ]]></robot>`);
  expect(model.name).toBe('a & b');
  expect(model.frames.map(({ name }) => name)).toEqual(['x > y', 'world']);
});

// What no robot needs and no parser should have to bear.
import { expect, it } from 'vitest';
import { FileError, loadMjcf, loadUrdf } from '../../../src/io/index.ts';

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
  ['a comment without an end', '<robot>\n<!-- never ends', 2, 'no tag'],
  ['two roots', '<robot name="a"/><robot name="b"/>', undefined, 'exactly one outermost element'],
])('refuses %s', async (_what, text, line, message) => {
  for (const load of [loadUrdf, loadMjcf]) {
    const error = await refusal(load(text));
    expect(error.line).toBe(line);
    expect(error.message).toContain(message);
  }
});

it('refuses nesting 100,000 deep, and links in a row of 100,000 in short time', async () => {
  const deep = `<mujoco><worldbody>${'<body>'.repeat(1e5)}${'</body>'.repeat(1e5)}</worldbody></mujoco>`;
  expect((await refusal(loadMjcf(deep))).message).toContain('nested more than 1000 deep');
  expect((await refusal(loadUrdf(`<robot>${'<a>'.repeat(1e5)}`))).message).toContain('nested more than 1000 deep');
});

it('reads comments, CDATA, declarations, both quotes and the five entities', async () => {
  const model = await loadUrdf(`\uFEFF<?xml version='1.0'?><!-- <robot> --><robot name='a &amp; b'>
    <link name="x > y"/><![CDATA[ <link name="no"/> ]]></robot>`);
  expect(model.name).toBe('a & b');
  expect(model.frames.map(({ name }) => name)).toEqual(['x > y', 'world']);
});

// A function of an ES module for each item of a list. Workers run it only if they were started with the module: a job cannot name a module.
import { type Fields, readText } from '../check.ts';
import type { JobKind, LoadFile, OpenOptions, OpenWork, Work } from '../work.ts';
import { packItems, readItems, unpackItems } from './items.ts';
import { failedLine, openLines } from './lines.ts';

export const module: JobKind = {
  name: 'module',
  fields: ['function', 'items'],
  extension: 'jsonl',
  needsModule: true,
  read: readModuleJob,
  open: openModule,
  failure: failedLine,
};

async function readModuleJob(where: string, fields: Fields, load: LoadFile): Promise<Pick<Work, 'fields' | 'files'>> {
  const name = readText(where, 'function', fields['function'], 'give the name of a function of the worker’s module');
  const items = await readItems(where, 'items', fields['items'], load);
  return { fields: { function: name }, files: new Map([packItems(items.map(([, item]) => item))]) };
}

async function openModule({ fields, files }: Work, { module }: OpenOptions): Promise<OpenWork> {
  const name = fields['function'] as string;
  const texts = unpackItems(files);
  const apply = module === undefined ? null : ((await import(module)) as Record<string, unknown>)[name];
  if (module !== undefined && typeof apply !== 'function')
    throw new TypeError(`${module} has no function ${name}; export one`);
  return openLines(texts.length, async (index) => {
    if (typeof apply !== 'function') throw new Error('the worker was started without a module: give --module');
    return { value: await apply(JSON.parse(texts[index])) };
  });
}

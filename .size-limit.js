// @ts-check
// Budgets of the download, minified and gzipped: `npm run size`. Every entry is bundled from the compiled package
// through its public subpaths, with everything it needs.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

/**
 * `limit` is the budget in kB (1000 bytes), `first` the initial budget. Raising a limit needs a line in
 * CHANGELOG.md: the entry's name in backquotes, the new limit, and the reason.
 */
const budgets = [
  { entry: 'proximal', subpath: '.', limit: 178, first: 160 },
  { entry: 'proximal/2d', subpath: './2d', limit: 70, first: 35 },
  { entry: 'proximal/derivatives', subpath: './derivatives', limit: 141, first: 130 },
  { entry: 'proximal/contact', subpath: './contact', limit: 45, first: 25 },
  { entry: 'proximal/dynamics', subpath: './dynamics', limit: 30, first: 30 },
  { entry: 'proximal/planning', subpath: './planning', limit: 289, first: 240 },
  { entry: 'proximal/control', subpath: './control', limit: 42, first: 22 },
  { entry: 'proximal/qp', subpath: './qp', limit: 11, first: 12 },
  { entry: 'proximal/scene', subpath: './scene', limit: 265, first: 180 },
  { entry: 'proximal/draw', subpath: './draw', limit: 173, first: 145 },
  { entry: 'proximal/sim', subpath: './sim', limit: 427, first: 220 },
  { entry: 'proximal/three', subpath: './three', limit: 420, first: 330 },
  { entry: 'proximal/gpu', subpath: './gpu', limit: 61, first: 170 },
  { entry: 'proximal/parallel', subpath: './parallel', limit: 140, first: 175 },
  { entry: 'proximal/math', subpath: './math', limit: 7, first: 8 },
  { entry: 'proximal/io', subpath: './io', limit: 204, first: 25 },
];

/** Programs with a budget: the download of a page that uses a few names. */
const programs = [
  {
    name: 'distance(box, sphere)',
    text: "import { box, distance, sphere } from 'proximal'; use(distance(box(1, 1, 1), {}, sphere(1), {}));",
    limit: 60,
  },
];

/** Without a budget: the download of a page that imports a single name. */
const samples = [
  { name: "import { distance } from 'proximal'", text: "import { distance } from 'proximal'; use(distance);" },
  { name: "import { readMesh } from 'proximal/io'", text: "import { readMesh } from 'proximal/io'; use(readMesh);" },
  { name: "import { box } from 'proximal'", text: "import { box } from 'proximal'; use(box);" },
];

const folder = 'node_modules/.proximal-size';
/** The start of every WebAssembly module, in base64. */
const embedded = 'AGFzbQ';
/** @param {string} path */
const absolute = (path) => fileURLToPath(new URL(path, import.meta.url));

/** @param {string} name @param {string} text */
async function bundle(name, text) {
  const input = `${folder}/${name}.entry.js`;
  const file = `${folder}/${name}.js`;
  writeFileSync(absolute(input), text);
  const build = await rolldown({ input: absolute(input), platform: 'browser' });
  const { output } = await build.write({ file: absolute(file), format: 'esm', minify: true });
  await build.close();
  return { file, withKernel: output[0].code.includes(embedded) };
}

const { exports } = JSON.parse(readFileSync(absolute('packages/proximal/package.json'), 'utf8'));
rmSync(absolute(folder), { recursive: true, force: true });
mkdirSync(absolute(folder), { recursive: true });
/** @type {{ name: string, path: string, gzip: true, limit?: string, message?: string }[]} */
const checks = [];

for (const { entry, subpath, limit, first } of budgets) {
  if (limit > first && !isInChangelog(entry, limit)) {
    throw new Error(`The budget of ${entry} was raised from ${first} kB to ${limit} kB: say so in CHANGELOG.md.`);
  }
  if (!(subpath in exports)) {
    console.error(`  ${entry}: not exported (budget ${limit} kB)`);
    continue;
  }
  const { file, withKernel } = await bundle(entry.replace('/', '-'), `import * as all from '${entry}'; use(all);`);
  if (withKernel && subpath === './math') throw new Error(`${entry} contains the embedded WebAssembly.`);
  const message = 'A larger budget needs a line in CHANGELOG.md.';
  checks.push({ name: entry, path: file, gzip: true, limit: `${limit} kB`, message });
}

for (const [index, { name, text, limit }] of programs.entries()) {
  const { file } = await bundle(`program-${index}`, text);
  checks.push({ name, path: file, gzip: true, limit: `${limit} kB` });
}

for (const [index, { name, text }] of samples.entries()) {
  const { file, withKernel } = await bundle(`sample-${index}`, text);
  checks.push({ name: `${name} (${withKernel ? 'with' : 'without'} WebAssembly)`, path: file, gzip: true });
}

/** @param {string} entry @param {number} limit */
function isInChangelog(entry, limit) {
  const lines = readFileSync(absolute('CHANGELOG.md'), 'utf8').split('\n');
  return lines.some((line) => line.includes(`\`${entry}\``) && line.includes(`${limit} kB`));
}

export default checks;

// @ts-check
// `npm run docs`: builds the documentation as a site of static files.
import { fileURLToPath } from 'node:url';
import { runnerImport } from 'vite';

const folder = fileURLToPath(new URL('../apps/site/dist', import.meta.url));
/** @type {{ module: { buildSite(folder: string): Promise<void> } }} */
const { module } = await runnerImport(fileURLToPath(new URL('../apps/site/src/build.ts', import.meta.url)));
await module.buildSite(folder);
console.log(`The site is built: ${folder}/index.html. Its files work from any folder of any web server.`);

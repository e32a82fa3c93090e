// @ts-check
// `npm start`: builds the studio and serves it, on another port if the usual one is taken. `--build` only builds it.
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { build, preview } from 'vite';

const root = fileURLToPath(new URL('../apps/studio', import.meta.url));
const configFile = fileURLToPath(new URL('../apps/studio/vite.config.ts', import.meta.url));
const { values } = parseArgs({ options: { build: { type: 'boolean' } } });

await build({ root, configFile, logLevel: 'warn', build: { outDir: `${root}/dist`, emptyOutDir: true } });
if (values.build) console.log('The studio is built: static files for any web server.');
else {
  // Only Linux may have no desktop.
  const hasDesktop =
    process.platform === 'win32' ||
    process.platform === 'darwin' ||
    Boolean(process.env['DISPLAY'] ?? process.env['WAYLAND_DISPLAY']);
  const server = await preview({
    root,
    configFile,
    logLevel: 'warn',
    preview: { port: 5173, open: hasDesktop && !process.env['CI'] },
  });
  const [address] = server.resolvedUrls?.local ?? [];
  console.log(`\nProximal Studio: ${address}\n\nCtrl-C ends it. A tour in the terminal: npm run tour`);
}

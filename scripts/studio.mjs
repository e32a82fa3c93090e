// @ts-check
// `npm start`: builds the studio and serves it, on another port if the usual one is taken. `--port 8080` changes the port, `--build` only builds it.
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { build, preview } from 'vite';

const root = fileURLToPath(new URL('../apps/studio', import.meta.url));
const configFile = fileURLToPath(new URL('../apps/studio/vite.config.ts', import.meta.url));
const values = readArguments();
const port = Number(values.port ?? 5173);
if (!Number.isInteger(port) || port < 0 || port > 65535) end(`--port is ${values.port}; give a number from 0 to 65535`);

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
    preview: { port, open: hasDesktop && !process.env['CI'] },
  });
  const [address] = server.resolvedUrls?.local ?? [];
  console.log(`\nProximal Studio: ${address}\n\nCtrl-C ends it. A tour in the terminal: npm run tour`);
}

function readArguments() {
  try {
    return parseArgs({ options: { build: { type: 'boolean' }, port: { type: 'string' } } }).values;
  } catch (error) {
    return end(/** @type {Error} */ (error).message);
  }
}

/**
 * Ends the program with a message.
 * @param {string} message
 * @returns {never}
 */
function end(message) {
  console.error(`npm start: ${message}\nUsage: npm start [-- --port 5173]`);
  process.exit(2);
}

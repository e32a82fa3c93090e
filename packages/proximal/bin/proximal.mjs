#!/usr/bin/env node
// Not compiled, because npm links the command `proximal` to this file at install, before anything is built. The command itself is imported after the
// check, because older versions of Node cannot parse it.
const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`proximal: Node 20.19 or newer is needed, this is ${process.version}.`);
  process.exitCode = 1;
} else await import('../dist/command/main.js');

#!/usr/bin/env node
// Not compiled, so that npm finds it at install, when nothing is built yet, and makes the command `proximal` of it.
import '../dist/command/main.js';

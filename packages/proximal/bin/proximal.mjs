#!/usr/bin/env node
// Not compiled, because npm links the command `proximal` to this file at install, before anything is built.
import '../dist/command/main.js';

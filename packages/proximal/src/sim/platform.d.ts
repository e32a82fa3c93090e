// Globals of every platform that TypeScript's ECMAScript library does not declare.
declare const performance: { now(): number };

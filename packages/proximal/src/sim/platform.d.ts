// What every platform has and the language's own library does not declare.
declare const performance: { now(): number };

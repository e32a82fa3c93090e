// `node tools/dist/kernel-to-cpp.js <file>`: writes the kernel as a C++ header, for the benchmarks that compare with native code.
import { writeFileSync } from 'node:fs';
import { kernelToCpp } from './cpp/translate.ts';
import { checkDialect, kernelSources } from './dialect.ts';

const [file] = process.argv.slice(2);
if (file === undefined) {
  console.error('kernel-to-cpp: name the file to write.');
  process.exit(2);
}
const sources = kernelSources();
const violations = checkDialect(sources);
if (violations.length > 0) {
  console.error(
    `The kernel violates the rules of its dialect (see docs/internals/kernel.md):\n${violations.join('\n')}`,
  );
  process.exit(1);
}
writeFileSync(file, kernelToCpp(sources));

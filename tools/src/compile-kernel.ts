// Compiles kernel sources with AssemblyScript. The JavaScript target needs no tool but tsc.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import asc from 'assemblyscript/asc';

export const kernelFolder = resolve(dirname(fileURLToPath(import.meta.url)), '../../packages/proximal/kernel');

/** Pages of 64 KiB: 256 MiB, the stated limit of the kernel's memory. */
export const maximumPages = 4096;

const sharedFlags = [
  '--runtime',
  'stub',
  '--importMemory',
  '--noExportMemory',
  '--maximumMemory',
  String(maximumPages),
  '--use',
  'abort=',
  // All browsers have had SIMD since 2023. Only port/ may use it.
  '--enable',
  'simd',
];

export interface CompileOptions {
  /** The entry file, relative to the kernel folder. */
  readonly entry: string;
  readonly flags: readonly string[];
  /** Sources that replace or join the files of the kernel folder, by path relative to it. */
  readonly overlay?: Readonly<Record<string, string>>;
  /** Changes each source text before it is compiled. */
  readonly rewrite?: (text: string, path: string) => string;
}

/** Runs asc on one kernel entry and returns the files it wrote, by name. Throws with asc's own report if it fails. */
export async function compileKernel(options: CompileOptions): Promise<Map<string, string | Uint8Array>> {
  const written = new Map<string, string | Uint8Array>();
  const { error, stderr } = await asc.main([options.entry, ...sharedFlags, ...options.flags], {
    readFile: (name) => readSource(name, options),
    writeFile: (name, content) => {
      written.set(name, content);
    },
    listFiles: (folder) => listSources(folder),
  });
  if (error) throw new Error(`asc could not compile ${options.entry}\n${stderr.toString()}`, { cause: error });
  return written;
}

/** `// @inline` above a kernel function: a comment for TypeScript, turned into asc's decorator, which inlines the function. */
const inlineComment = /^\/\/ @inline$/gm;

function readSource(name: string, options: CompileOptions): string | null {
  // The only difference between the targets: `port/x.ts` is for JavaScript, `port/x.wasm.ts` for WebAssembly.
  const path = name.replace(/^(.*\bport\/[^/]+)(?<!\.wasm)\.ts$/, '$1.wasm.ts');
  const overlaid = options.overlay?.[path];
  if (overlaid !== undefined) return options.rewrite?.(overlaid, path) ?? overlaid;
  try {
    const text = readFileSync(join(kernelFolder, path), 'utf8');
    return (options.rewrite?.(text, path) ?? text).replaceAll(inlineComment, '@inline');
  } catch {
    return null;
  }
}

function listSources(folder: string): string[] {
  try {
    return readdirSync(join(kernelFolder, folder)).filter((name) => name.endsWith('.ts'));
  } catch {
    return [];
  }
}

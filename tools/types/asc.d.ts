// The part of AssemblyScript's compiler API that the tools use. Its own declarations conflict with Node's.
interface CompilerHost {
  readFile(name: string, folder: string): string | null;
  writeFile(name: string, content: string | Uint8Array, folder: string): void;
  listFiles(folder: string): string[];
}
declare const asc: {
  main(args: string[], host: CompilerHost): Promise<{ error: Error | null; stderr: { toString(): string } }>;
};
export default asc;

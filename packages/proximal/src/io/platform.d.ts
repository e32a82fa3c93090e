// What the readers use of their platform: in every browser, worker and Node, and nothing else.
declare class TextEncoder {
  encode(text: string): Uint8Array;
}
declare class TextDecoder {
  constructor(label?: string, options?: { fatal?: boolean; ignoreBOM?: boolean });
  decode(bytes: Uint8Array): string;
}
// And what the loaders of robots use to read a path or an address, if they are not given a function for it.
declare class URL {
  constructor(address: string, base?: string);
}
declare function fetch(address: string): Promise<{
  readonly ok: boolean;
  readonly status: number;
  readonly statusText: string;
  arrayBuffer(): Promise<ArrayBuffer>;
}>;
declare var process:
  | { getBuiltinModule?(name: 'node:fs/promises'): { readFile(path: string | URL): Promise<Uint8Array> } }
  | undefined;

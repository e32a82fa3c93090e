// The platform API that the readers use. Browsers, workers and Node have all of it, except `location` (not in Node) and `process` (only in Node).
declare class TextEncoder {
  encode(text: string): Uint8Array;
}
declare class TextDecoder {
  constructor(label?: string, options?: { fatal?: boolean; ignoreBOM?: boolean });
  decode(bytes: Uint8Array): string;
}
// The rest is used by `loadFileBelow`, and by the robot loaders to read a path or a URL unless `options.resolve` is given.
declare class URL {
  constructor(address: string, base?: string);
  readonly href: string;
}
declare function fetch(
  address: string,
  options: { redirect: 'follow' | 'error' },
): Promise<{
  readonly ok: boolean;
  readonly status: number;
  readonly statusText: string;
  readonly body: {
    getReader(): {
      read(): Promise<{ readonly done: boolean; readonly value?: Uint8Array<ArrayBuffer> }>;
      cancel(): Promise<void>;
    };
  } | null;
}>;
declare var location: { readonly href: string } | undefined;
interface NodeFileStatus {
  readonly dev: bigint;
  readonly ino: bigint;
  readonly size: bigint;
  isFile(): boolean;
}
interface NodeModules {
  'node:fs/promises': {
    realpath(path: string): Promise<string>;
    stat(path: string, options: { bigint: true }): Promise<NodeFileStatus>;
    open(
      path: string,
      flags: number,
    ): Promise<{
      stat(options: { bigint: true }): Promise<NodeFileStatus>;
      read(into: Uint8Array, offset: number, length: number, position: null): Promise<{ readonly bytesRead: number }>;
      close(): Promise<void>;
    }>;
  };
  'node:fs': {
    readonly constants: { readonly O_RDONLY: number; readonly O_NONBLOCK?: number; readonly O_NOFOLLOW?: number };
  };
  'node:path': { readonly sep: string };
  'node:url': { fileURLToPath(address: string): string };
}
declare var process: { getBuiltinModule?<Name extends keyof NodeModules>(name: Name): NodeModules[Name] } | undefined;

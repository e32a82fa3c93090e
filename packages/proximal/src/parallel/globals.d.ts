// The part of the platform API that workers use.
interface ImportMeta {
  readonly url: string;
}
declare const Worker: new (url: URL, options: { type: 'module'; name: string }) => unknown;

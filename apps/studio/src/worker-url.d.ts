/** The address of the built worker: see vite.config.ts. */
declare module 'worker-url' {
  const url: string;
  export default url;
}

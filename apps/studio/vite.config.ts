import { defineConfig } from 'vite';

/**
 * Static files with relative addresses, for any folder of any web server. Nothing is inlined: the page's content-security policy allows
 * only files.
 */
export default defineConfig({
  root: import.meta.dirname,
  base: './',
  build: { target: 'es2022', modulePreload: { polyfill: false }, assetsInlineLimit: 0, chunkSizeWarningLimit: 1500 },
});

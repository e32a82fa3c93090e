import { defineConfig } from 'vite';

/** Static files that work from any folder of any web server. Nothing is inlined: the page's policy allows files only. */
export default defineConfig({
  root: import.meta.dirname,
  base: './',
  build: { target: 'es2022', modulePreload: { polyfill: false }, assetsInlineLimit: 0, chunkSizeWarningLimit: 1500 },
});

import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  plugins: [svelte()],
  base: '/',
  server: {
    // The rules pages lie outside this folder.
    fs: { allow: ['..'] },
    proxy: { '/api': { target: process.env.FATUM_SERVER ?? 'http://127.0.0.1:8000', ws: true } },
  },
  build: {
    outDir: '../src/fatum/server/static',
    emptyOutDir: true,
    target: 'es2022',
    // The server sends a strict Content-Security-Policy: nothing inline, no data: scripts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  test: { include: ['tests/**/*.test.ts'], environment: 'node' },
});

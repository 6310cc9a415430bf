// SPDX-License-Identifier: GPL-3.0-or-later
// How the page is bundled: one small set of hashed files in dist/, served by `leaper serve`.
import { defineConfig } from 'vite';

const server = process.env['LEAPER_URL'] ?? 'http://127.0.0.1:8080';

export default defineConfig({
  base: './',
  build: { target: 'es2022', outDir: 'dist', emptyOutDir: true, assetsInlineLimit: 0, modulePreload: { polyfill: false } },
  // `npm run dev` serves the page itself and hands the API on to a running server.
  server: { proxy: { '/api': { target: server } } },
});

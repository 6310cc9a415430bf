// SPDX-License-Identifier: GPL-3.0-or-later
// How the page is bundled: one small set of hashed files in dist/, served by `leaper serve`.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { defineConfig } from 'vite';

const server = process.env['LEAPER_URL'] ?? 'http://127.0.0.1:8080';

/** Packs each file of text once and for all: `leaper serve` sends x.js.br or x.js.gz in place of x.js to browsers that take it. */
const packed = {
  name: 'packed',
  apply: 'build',
  writeBundle({ dir }) {
    for (const name of readdirSync(dir, { recursive: true })) {
      if (!/\.(html|js|css|svg|json|txt|webmanifest)$/.test(name)) continue;
      const file = join(dir, name);
      const text = readFileSync(file);
      const forms = { gz: gzipSync(text, { level: 9 }), br: brotliCompressSync(text) };
      for (const [suffix, form] of Object.entries(forms)) if (form.length < text.length) writeFileSync(`${file}.${suffix}`, form);
    }
  },
};

export default defineConfig({
  plugins: [packed],
  base: './',
  build: { target: 'es2022', outDir: 'dist', emptyOutDir: true, assetsInlineLimit: 0, modulePreload: { polyfill: false } },
  // `npm run dev` serves the page itself and hands the API on to a running server.
  server: { proxy: { '/api': { target: server } } },
});

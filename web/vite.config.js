// SPDX-License-Identifier: GPL-3.0-or-later
// How the page is bundled: one small set of hashed files in dist/, served by `leaper serve`.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { defineConfig } from 'vite';

const server = process.env['LEAPER_URL'] ?? 'http://127.0.0.1:8080';

// The highest quality, 11, takes twice the time to save another fortieth.
const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: 10 } };

/** Packs each file that gets shorter once and for all: `leaper serve` sends x.js.br or x.js.gz in place of x.js to browsers that take it. */
const packed = {
  name: 'packed',
  apply: 'build',
  async writeBundle({ dir }) {
    const names = readdirSync(dir, { recursive: true }).filter((name) => /\.(html|js|css|svg|json|txt|webmanifest|wasm|net)$/.test(name));
    await Promise.all(
      names.map(async (name) => {
        const file = join(dir, name);
        const text = readFileSync(file);
        const forms = { gz: await promisify(gzip)(text, { level: 9 }), br: await promisify(brotliCompress)(text, brotli) };
        for (const [suffix, form] of Object.entries(forms)) if (form.length < text.length) writeFileSync(`${file}.${suffix}`, form);
      }),
    );
  },
};

const WORKER = 'service-worker';

/** Tells the service worker which files there are; those of assets/ have a hash of their contents in their names. */
const listed = {
  name: 'listed',
  apply: 'build',
  writeBundle({ dir }) {
    const files = readdirSync(dir, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => relative(dir, join(entry.parentPath ?? entry.path, entry.name)))
      .filter((name) => name !== `${WORKER}.js`)
      .sort();
    const revision = (name) => (name.startsWith('assets/') ? null : createHash('sha256').update(readFileSync(join(dir, name))).digest('hex').slice(0, 16));
    const worker = join(dir, `${WORKER}.js`);
    const list = JSON.stringify(files.map((url) => ({ url, revision: revision(url) })));
    writeFileSync(worker, readFileSync(worker, 'utf8').replace('PAGE_FILES', () => list));
  },
};

export default defineConfig({
  plugins: [listed, packed],
  base: './',
  build: {
    target: 'es2022',
    outDir: 'dist',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rollupOptions: {
      input: { index: 'index.html', [WORKER]: 'src/offline/service-worker.ts' },
      // Its address must stay the same.
      output: { entryFileNames: ({ name }) => (name === WORKER ? `${WORKER}.js` : 'assets/[name]-[hash].js') },
    },
  },
  worker: { format: 'es' },
  // `npm run dev` serves the page itself and hands the API on to a running server.
  server: {
    proxy: { '/api': { target: server } },
    headers: { 'Cross-Origin-Opener-Policy': 'same-origin', 'Cross-Origin-Embedder-Policy': 'require-corp' },
  },
});

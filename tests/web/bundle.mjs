// SPDX-License-Identifier: GPL-3.0-or-later
// A page of the tests' own with the library in it, bundled as the page is: what the page does not use yet, or does not show, is tested there.
import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const { build } = await import(pathToFileURL(createRequire(new URL('../../web/package.json', import.meta.url)).resolve('vite')).href);

/** Bundles tests/web/library/page into a new folder. Give it back with `remove`. */
export async function bundle() {
  const folder = await mkdtemp(path.join(tmpdir(), 'leaper-page-'));
  await build({
    root: fileURLToPath(new URL('library/page', import.meta.url)),
    configFile: false,
    base: './',
    logLevel: 'error',
    build: { target: 'es2022', outDir: folder, emptyOutDir: true, assetsInlineLimit: 0 },
    worker: { format: 'es' },
  });
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) };
}

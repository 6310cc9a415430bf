// SPDX-License-Identifier: GPL-3.0-or-later
// Loads modules of the page, which are TypeScript, into node for unit tests. Vite compiles them, as it does for the browser.
import { createRequire } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = fileURLToPath(new URL('../../web/', import.meta.url));
const { createServer } = await import(pathToFileURL(createRequire(`${root}package.json`).resolve('vite')).href);

const vite = await createServer({
  root,
  configFile: false,
  appType: 'custom',
  logLevel: 'error',
  cacheDir: '/nonexistent',
  optimizeDeps: { noDiscovery: true },
  server: { middlewareMode: true, watch: null, hmr: false, ws: false },
});
// Not after(): node 20 calls it as soon as the tests so far are done, although run.mjs may still be loading others.
process.once('beforeExit', () => vite.close());

/** The exports of a module in web/src: load('app/words'). */
export const load = (name) => vite.ssrLoadModule(`/src/${name}.ts`);

/** An action as the API describes it, with whatever a test does not care about filled in. */
export const action = (kind, more = {}) => ({ action: `${more.from ?? ''}${more.to ?? ''}`, kind, to: 'e4', target: 'e4', san: 'e4', complete: true, more: false, ...more });

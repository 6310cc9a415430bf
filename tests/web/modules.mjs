// SPDX-License-Identifier: GPL-3.0-or-later
// Loads modules of the page, which are TypeScript, into node for unit tests. Vite compiles them, as it does for the browser.
import { createRequire } from 'node:module';
import { after } from 'node:test';
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
after(() => vite.close());

/** The exports of a module in web/src: load('app/words'). */
export const load = (name) => vite.ssrLoadModule(`/src/${name}.ts`);

/** An action as the API describes it, with defaults for whatever a test does not care about. */
export const action = (kind, more = {}) => ({ action: `${more.from ?? ''}${more.to ?? ''}`, kind, to: 'e4', target: 'e4', san: 'e4', complete: true, more: false, ...more });

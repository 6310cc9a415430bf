// SPDX-License-Identifier: GPL-3.0-or-later
// Puts the package together in a folder, from here, from web/src/library, from weights and from the module that `make web` has built: node npm/build.mjs FOLDER
import { execFileSync } from 'node:child_process';
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const here = path.dirname(fileURLToPath(import.meta.url));
const root = path.dirname(here);
const folder = path.resolve(process.argv[2] ?? path.join(root, 'build/npm'));
const dist = path.join(folder, 'dist');
const weights = path.join(root, 'weights');
// The page's own tools: TypeScript, and esbuild, which Vite brings.
const page = createRequire(path.join(root, 'web/package.json'));
const esbuild = createRequire(page.resolve('vite')).resolve('esbuild');
const { build } = (await import(pathToFileURL(esbuild).href)).default;

/** Where each network lies, in a form that bundlers understand. */
const networks = {
  name: 'networks',
  setup(bundle) {
    const games = readdirSync(weights).flatMap((name) => (name.endsWith('.net') ? [name.slice(0, -'.net'.length)] : []));
    const address = (game) => `${JSON.stringify(game)}: new URL('./networks/${game}.net', import.meta.url)`;
    bundle.onResolve({ filter: /^leaper-networks$/ }, ({ path: name }) => ({ path: name, namespace: 'networks' }));
    bundle.onLoad({ filter: /.*/, namespace: 'networks' }, () => ({
      contents: `export const addresses = { ${games.map(address).join()} };`,
    }));
  },
};

rmSync(folder, { recursive: true, force: true });
await build({
  entryPoints: ['browser', 'node', 'worker', 'thread'].map((name) => path.join(here, 'src', `${name}.ts`)),
  outdir: dist,
  bundle: true,
  splitting: true,
  format: 'esm',
  target: 'es2022',
  external: ['node:*'],
  plugins: [networks],
  chunkNames: 'leaper-[hash]',
  banner: { js: '// SPDX-License-Identifier: GPL-3.0-or-later' },
});
cpSync(path.join(root, 'build-wasm/tools/wasm/leaper.wasm'), path.join(dist, 'leaper.wasm'));
cpSync(weights, path.join(dist, 'networks'), { recursive: true, filter: (name) => name === weights || name.endsWith('.net') });
cpSync(path.join(root, 'LICENSE'), path.join(folder, 'LICENSE'));
for (const name of ['package.json', 'README.md', 'examples']) cpSync(path.join(here, name), path.join(folder, name), { recursive: true });

const types = path.join(dist, 'types');
execFileSync(process.execPath, [page.resolve('typescript/bin/tsc'), '-p', here, '--outDir', types], { stdio: 'inherit' });
// Node resolves no imports without an ending.
for (const name of readdirSync(types, { recursive: true })) {
  const file = path.join(types, name);
  if (name.endsWith('.d.ts')) writeFileSync(file, readFileSync(file, 'utf8').replace(/(from ')(\.[^']*)(')/g, '$1$2.js$3'));
}

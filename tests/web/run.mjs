// SPDX-License-Identifier: GPL-3.0-or-later
// Runs test files in one process, where they share a server and a browser: node run.mjs page layout
for (const name of process.argv.slice(2)) await import(`./${name}.test.mjs`);

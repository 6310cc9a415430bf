// SPDX-License-Identifier: GPL-3.0-or-later
// The perft tables of tests/data in Chromium, through the calls of web/src/library: what node counts, its compiler for browsers counts, too.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { bundle } from './bundle.mjs';
import { tables } from './library/perft.mjs';
import { Server, Visitor } from './support.mjs';

let page;
let place;
let visitor;

before(async () => {
  page = await bundle();
  place = await Server.start({ web: page.folder });
  visitor = await Visitor.enter({}, place);
  await visitor.open('');
  await visitor.page.waitForFunction(() => 'library' in globalThis);
});

after(async () => {
  await visitor?.leave();
  await place?.stop();
  await page?.remove();
});

for (const { name, counts } of tables)
  test(name, async () => {
    const answers = await visitor.page.evaluate(async (requests) => {
      const nodes = [];
      for (const request of requests) nodes.push(await globalThis.library.call(request).then((answer) => answer.nodes, String));
      return nodes;
    }, counts.map(({ request }) => request));
    counts.forEach(({ request, count, line }, i) => assert.equal(answers[i], count, `${line}, depth ${request.depth}`));
    assert.ok(counts.length > 10, `only ${counts.length} counts in ${name}`);
  });

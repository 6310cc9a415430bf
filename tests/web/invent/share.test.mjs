// SPDX-License-Identifier: GPL-3.0-or-later
// Links that carry texts: what is packed comes back, and what is damaged or too long is refused.
import assert from 'node:assert/strict';
import { deflateRawSync } from 'node:zlib';
import { test } from 'node:test';
import { load } from '../modules.mjs';

const { fromBase64Url, pack, toBase64Url, unpack } = await load('invent/share');

test('a text comes back as it was', async () => {
  for (const text of ['', '[my:chess]\ntitle = Füchse ♞\n', 'x = 1\n'.repeat(5000)]) {
    const packed = await pack(text);
    assert.match(packed, /^[\w-]+$/);
    assert.equal(await unpack(packed), text);
  }
});

test('bytes of any kind become characters of an address', () => {
  const bytes = Uint8Array.from({ length: 256 }, (_, index) => index);
  assert.deepEqual(fromBase64Url(toBase64Url(bytes)), bytes);
});

test('damaged links are refused', async () => {
  const packed = await pack('[my:chess]\ntitle = A game with a rather long title, so that it can be cut\n');
  for (const bad of [packed.slice(0, 20), `${packed}!`, '', 'AAAA', packed.replace(/^./, 'z')]) await assert.rejects(unpack(bad), bad);
  await assert.rejects(unpack(toBase64Url(deflateRawSync(Uint8Array.of(0xff, 0xfe, 0xfd)))), /damaged/);
});

test('a small link cannot unpack to a huge text', async () => {
  await assert.rejects(unpack(toBase64Url(deflateRawSync(Buffer.alloc(50_000_000)))), /too long/);
});

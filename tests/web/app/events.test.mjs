// SPDX-License-Identifier: GPL-3.0-or-later
// Server-sent events, read from the body of an answer that comes in pieces.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { load } from '../modules.mjs';

const { eventsOf } = await load('app/events');

function bodyOf(pieces, ended = () => undefined) {
  const bytes = pieces.map((piece) => (typeof piece === 'string' ? new TextEncoder().encode(piece) : piece));
  return new ReadableStream({ pull: (controller) => (bytes.length > 0 ? controller.enqueue(bytes.shift()) : controller.close()), cancel: ended });
}

async function read(pieces) {
  const events = [];
  for await (const event of eventsOf(bodyOf(pieces))) events.push(event);
  return events;
}

test('events come whole, wherever the pieces are cut', async () => {
  const text = 'event: state\ndata: {"san":"♘f3"}\n\n: keep-alive\n\nevent: done\ndata: {}\n\n';
  const expected = [{ event: 'state', data: '{"san":"♘f3"}' }, { event: 'done', data: '{}' }];
  assert.deepEqual(await read([text]), expected);
  assert.deepEqual(await read([...new TextEncoder().encode(text)].map((byte) => Uint8Array.of(byte))), expected);
});

test('an event that is cut short is none', async () => {
  assert.deepEqual(await read(['event: state\ndata: {"depth"']), []);
});

test('whoever has read enough ends the answer', async () => {
  let ended = false;
  for await (const { data } of eventsOf(bodyOf(['data: 1\n\n', 'data: 2\n\n', 'data: 3\n\n'], () => { ended = true; }))) {
    assert.equal(data, '1');
    break;
  }
  assert.equal(ended, true);
});

// SPDX-License-Identifier: GPL-3.0-or-later
// Reads server-sent events from the body of an answer: the browser's own reader can send no request with a body.

export interface Event {
  event: string;
  data: string;
}

/** One event from its lines; null if there is none, as with comments. */
function eventOf(block: string): Event | null {
  const found: Event = { event: 'message', data: '' };
  for (const line of block.split('\n')) {
    const [, name, value = ''] = /^(event|data): ?(.*)$/.exec(line) ?? [];
    if (name === 'event') found.event = value;
    if (name === 'data') found.data += value;
  }
  return found.data === '' ? null : found;
}

/** The events, each as soon as it is complete. Whoever stops asking for more ends the answer. */
export async function* eventsOf(body: ReadableStream<Uint8Array>): AsyncGenerator<Event> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let text = '';
  try {
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return;
      const blocks = (text + decoder.decode(value, { stream: true })).split('\n\n');
      text = blocks.pop() ?? '';
      for (const block of blocks) {
        const event = eventOf(block);
        if (event !== null) yield event;
      }
    }
  } finally {
    void reader.cancel().catch(() => undefined);
  }
}

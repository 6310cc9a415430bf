// SPDX-License-Identifier: GPL-3.0-or-later
// Links that carry the text of a game: compressed, in the fragment, which browsers do not send to any server.
import { LONGEST_TEXT } from '../library/contract';

/** Longer links are cut by some programs that pass them on. */
export const LONG_LINK = 8000;
/** What to say about a link that is longer. */
export const longLink = (link: string, otherwise: string): string =>
  `The link has ${link.length} characters. Some programs cut links of this length: check that it arrives whole, or ${otherwise}.`;

/** The longest packed text that is unpacked. */
const LONGEST_PACKED = 120_000;

export function toBase64Url(bytes: Uint8Array): string {
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

export function fromBase64Url(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  const bytes = new Uint8Array(binary.length);
  for (let index = 0; index < binary.length; index += 1) bytes[index] = binary.charCodeAt(index);
  return bytes;
}

/** The text as it stands in a link. */
export async function pack(text: string): Promise<string> {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream('deflate-raw'));
  return toBase64Url(new Uint8Array(await new Response(stream).arrayBuffer()));
}

/** The text of a link. Rejected if it is damaged or longer than `longest` bytes: a few could otherwise unpack to gigabytes. */
export async function unpack(packed: string, longest = LONGEST_TEXT): Promise<string> {
  const damaged = new Error('The link is damaged: it may have been cut short.');
  if (packed.length > LONGEST_PACKED || !/^[\w-]+$/.test(packed)) throw damaged;
  const parts: Uint8Array[] = [];
  let length = 0;
  try {
    const reader = new Blob([fromBase64Url(packed)]).stream().pipeThrough(new DecompressionStream('deflate-raw')).getReader();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      length += value.length;
      if (length > longest) {
        await reader.cancel();
        break;
      }
      parts.push(value);
    }
  } catch {
    throw damaged;
  }
  if (length > longest) throw new Error('The text in the link is too long.');
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(new Uint8Array(await new Blob(parts as BlobPart[]).arrayBuffer()));
  } catch {
    throw damaged;
  }
}

export const shareAddress = (packed: string): string => `${location.origin}${location.pathname}#/invent/text/${packed}`;

// SPDX-License-Identifier: GPL-3.0-or-later
// Fetches a file and waits for it, for a request that is to be answered at once.

/** The bytes of the file. Throws if it cannot be had. */
export function fetched(address: string | URL): Uint8Array {
  const request = new XMLHttpRequest();
  request.open('GET', address, false);
  // Outside of workers, only texts can be had in this way; in this one, each character is a byte.
  request.overrideMimeType('text/plain; charset=x-user-defined');
  request.send();
  if (request.status !== 200) throw new TypeError(`${String(address)} is answered by ${request.status}`);
  const text = request.responseText;
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < bytes.length; at += 1) bytes[at] = text.charCodeAt(at) & 0xff;
  return bytes;
}

// SPDX-License-Identifier: GPL-3.0-or-later
// Fetches a file of the library: the module, or a network of the engine.

/** Its bytes. Fails with a TypeError if it cannot be had. */
export async function bytesAt(address: string | URL): Promise<ArrayBuffer> {
  const answer = await fetch(address);
  if (!answer.ok) throw new TypeError(`${String(address)} is answered by ${answer.status}`);
  return answer.arrayBuffer();
}

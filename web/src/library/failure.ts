// SPDX-License-Identifier: GPL-3.0-or-later
// Why a request to the library has no answer.

const reasons = {
  memory: 'This needs more memory than the library gets here.',
  trap: 'The library stopped unexpectedly, and has been started again.',
  unsupported: 'WebAssembly, which the library needs, is not available here.',
  unreachable: 'Something that the library needs could not be loaded. Is the server reachable?',
  slow: 'This took too long and was stopped.',
  closed: 'The library has been closed.',
};

export type Reason = keyof typeof reasons;

/** Why a request has no answer. `refused`: the library says what is wrong with it, and `code` and `at` are those of docs/library.md. */
export class LibraryError extends Error {
  constructor(
    readonly kind: 'refused' | Reason,
    message: string,
    readonly code = '',
    readonly at: string | null = null,
  ) {
    super(message);
    this.name = 'LibraryError';
  }

  static because(reason: Reason): LibraryError {
    return new LibraryError(reason, reasons[reason]);
  }
}

interface Answer {
  error?: { code: string; message: string; at: string | null };
}

/** The library's answer as an object. Throws a LibraryError if it is a refusal. */
export function read(json: string): object {
  const answer = JSON.parse(json) as Answer & object;
  if (answer.error !== undefined) throw new LibraryError('refused', answer.error.message, answer.error.code, answer.error.at);
  return answer;
}

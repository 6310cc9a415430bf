// SPDX-License-Identifier: GPL-3.0-or-later
// What differs between browsers and Node.
import type { Start } from '../../web/src/library/searches';

/** What a worker is started with. */
export interface Equipment {
  module: WebAssembly.Module;
  /** The folder of the networks, if they are not beside the scripts. */
  networks?: string;
}

export interface Platform {
  /** Fetches and compiles the module that lies beside the scripts, or the one at another address. */
  compile(address?: string | URL): Promise<WebAssembly.Module>;
  /** Reads a file at once. */
  read(address: URL): Uint8Array;
  /** Starts workers. */
  starter(equipment: Equipment): Start;
  /** Whether memory can be shared with workers. */
  shared(): boolean;
}

// SPDX-License-Identifier: GPL-3.0-or-later
// What differs between browsers and Node.
import type { Networks } from '../../web/src/library/module';
import type { Start } from '../../web/src/library/searches';

export interface Platform {
  /** Fetches and compiles the module that lies beside the scripts, or the one at another address. */
  compile(address?: string | URL): Promise<WebAssembly.Module>;
  /** Those that lie beside the scripts. */
  networks: Networks;
  /** Starts workers with such a module. */
  starter(module: WebAssembly.Module): Start;
  /** Whether memory can be shared with workers. */
  shared(): boolean;
}

// SPDX-License-Identifier: GPL-3.0-or-later
// What a module of the library asks for.
import { readFileSync } from 'node:fs';

/** The network of a game. */
export const networkOf = (game) => readFileSync(new URL(`../../weights/${game}.net`, import.meta.url));

// SPDX-License-Identifier: GPL-3.0-or-later
// Hands the calls of the library to a test that runs in the page.
import * as calls from '../../../../web/src/library/calls';
import { call } from '../../../../web/src/library/library';

Object.assign(window, { library: { ...calls, call } });

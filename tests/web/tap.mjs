// SPDX-License-Identifier: GPL-3.0-or-later
// A reporter for node's test runner: TAP in the plain form that meson reads, with failures explained in comments.
import { inspect } from 'node:util';

const comment = (text) => text.replace(/^/gm, '# ') + '\n';

export default async function* report(events) {
  let count = 0;
  for await (const { type, data } of events) {
    if (type === 'test:pass' || type === 'test:fail') {
      const remark = data.skip !== undefined ? ` # SKIP ${data.skip === true ? '' : data.skip}` : data.todo !== undefined ? ' # TODO' : '';
      yield `${type === 'test:pass' ? 'ok' : 'not ok'} ${++count} - ${data.name.replaceAll('#', '')}${remark}\n`;
      if (type === 'test:fail') yield comment(inspect(data.details.error.cause ?? data.details.error));
    } else if (type === 'test:stdout' || type === 'test:stderr') {
      yield comment(data.message.trimEnd());
    }
  }
  yield `1..${count}\n`;
}

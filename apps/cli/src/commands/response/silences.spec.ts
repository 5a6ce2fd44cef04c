import assert from 'node:assert/strict';
import { isRest } from '../../command/command.js';
import { printAnswer } from '../../print/answer.js';
import { createColors } from '../../print/layout/colors.js';
import { SILENCES } from './silences.js';

describe('alerts silences list', () => {
  it('shows matchers as they are usually written', async () => {
    const [list] = SILENCES.commands;
    const view = list && isRest(list) ? list.view : undefined;
    const matchers = [
      { label_name: 'service_name', operator: '=', value: 'checkout' },
      { label_name: 'environment', operator: '!~', value: 'dev|test' },
    ];
    const silence = { id: 's', name: 'Deploy', status: 'active', matchers, ends_at: '2026-01-31T10:00:00.5Z' };
    assert.equal(
      await printAnswer({ silences: [silence] }, 'table', view, { width: undefined, colors: createColors(false) }),
      'STATUS  NAME    MATCHERS                                         STARTS  ENDS                  ID\n' +
        'active  Deploy  service_name="checkout" environment!~"dev|test"          2026-01-31T10:00:00Z  s\n',
    );
  });
});

import assert from 'node:assert/strict';
import { isRest } from '../../command/command.js';
import { printAnswer } from '../../print/answer.js';
import { createColors } from '../../print/layout/colors.js';
import { ALERTS } from './alerts.js';

describe('alerts list', () => {
  it('shows severity, state, labels, since when and the value', async () => {
    const list = ALERTS.commands.find(({ words }) => words.join(' ') === 'alerts list');
    const view = list && isRest(list) ? list.view : undefined;
    const alert = {
      id: 'a',
      name: 'HighErrorRate',
      severity: 'critical',
      state: 'firing',
      value: 7.123456789,
      labels: { service_name: 'checkout', alertname: 'HighErrorRate', environment: 'production' },
      started_at: '2026-01-31T10:00:00.5Z',
    };
    const page = { width: undefined, colors: createColors(false) };
    assert.equal(
      await printAnswer(
        { alerts: [alert, { ...alert, state: 'silenced', value: null, labels: {} }] },
        'table',
        view,
        page,
      ),
      'SEVERITY  STATE     NAME           LABELS                                            SINCE                   VALUE  ID\n' +
        'critical  firing    HighErrorRate  environment="production" service_name="checkout"  2026-01-31T10:00:00Z  7.12346  a\n' +
        'critical  silenced  HighErrorRate                                                    2026-01-31T10:00:00Z           a\n',
    );
  });
});

import assert from 'node:assert/strict';
import { createColors } from '../../layout/colors.js';
import { printDelivery } from './delivery.js';

const page = { width: 80, colors: createColors(false) };

describe('printDelivery', () => {
  it('names the silences that suppressed the notification', () => {
    const delivery = { id: 'd', status: 'suppressed', reason: 'silenced', silence_ids: ['s1', 's2'], attempts: [] };
    assert.match(printDelivery(delivery, page), /^suppressed \(silenced\)$[^]*^silenced by s1$\n^silenced by s2$/m);
  });

  it('names the setting that permits an address which is not public', () => {
    const delivery = { id: 'd', status: 'failed', reason: 'blocked_address', attempts: [] };
    assert.match(printDelivery(delivery, page).replaceAll('\n', ' '), /with SVC_EGRESS_ALLOW/);
  });
});

import assert from 'node:assert/strict';
import { EMPTY_RULE } from '../../respond/rules/editor/draft.js';
import { readDraft } from '../../respond/rules/editor/read-draft.js';
import { toRuleDraft } from './rule-draft.js';

describe('A rule about a search of logs', () => {
  it('has its query, levels, services and environments', () => {
    const filter = { start_time: '', end_time: '', q: 'payment', level: ['warn', 'error'] as const, service: ['shop'] };
    assert.deepEqual(readDraft(toRuleDraft(filter)), {
      ...EMPTY_RULE,
      q: 'payment',
      level: 'warn, error',
      service: 'shop',
    });
  });
});

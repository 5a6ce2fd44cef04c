import assert from 'node:assert/strict';
import { toDecideAnswer, toFlagsAnswer, type Decided } from './posthog-answer.js';

const DECIDED: Decided = {
  evaluated_at: '2026-01-15T10:30:11.000Z',
  errors_while_computing: true,
  flags: {
    banner: { enabled: true, variant: null, payload: null, version: 2 },
    checkout: { enabled: true, variant: 'one-page', payload: { steps: 1 }, version: 3 },
    // A flag with variants that is off, with a default variant and without one.
    colors: { enabled: false, variant: 'gray', payload: null, version: 1 },
    off: { enabled: false, variant: null, payload: null, version: 1 },
    zero: { enabled: true, variant: 'none', payload: 0, version: 1 },
  },
};

describe('answers for SDKs of PostHog', () => {
  it('describes each flag in the newer version', () => {
    const reason = { code: 'condition_match', condition_index: 0, description: 'All conditions of the group hold.' };
    const checkout = DECIDED.flags['checkout'] ?? assert.fail();
    const flags = { checkout: { ...checkout, reason }, off: DECIDED.flags['off'] ?? assert.fail() };
    assert.deepEqual(JSON.parse(JSON.stringify(toFlagsAnswer({ ...DECIDED, flags }, 'r'))), {
      flags: {
        checkout: {
          key: 'checkout',
          enabled: true,
          variant: 'one-page',
          reason,
          metadata: { id: 0, version: 3, description: null, payload: '{"steps":1}' },
        },
        off: { key: 'off', enabled: false, metadata: { id: 0, version: 1, description: null } },
      },
      errorsWhileComputingFlags: true,
      requestId: 'r',
      evaluatedAt: Date.UTC(2026, 0, 15, 10, 30, 11),
    });
  });

  it('returns values and payloads beside each other in the older version', () => {
    assert.deepEqual(toDecideAnswer(DECIDED, 'r'), {
      featureFlags: { banner: true, checkout: 'one-page', colors: false, off: false, zero: 'none' },
      featureFlagPayloads: { checkout: '{"steps":1}', zero: '0' },
      errorsWhileComputingFlags: true,
      requestId: 'r',
    });
  });
});

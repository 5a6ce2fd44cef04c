import assert from 'node:assert/strict';
import { createColors } from '../layout/colors.js';
import { printDecisions } from './decisions.js';

const page = { width: undefined, colors: createColors(false) };

describe('printDecisions', () => {
  it('shows each flag with its value and reason, including flags that are off or failed', () => {
    const reason = (code: string) => ({ code });
    const text = printDecisions(
      {
        flags: {
          plain: { enabled: true, variant: null, payload: null, reason: reason('condition_match') },
          button: {
            enabled: true,
            variant: 'red',
            payload: { size: 5 },
            reason: reason('condition_match'),
          },
          gone: { enabled: false, variant: null, payload: null, reason: reason('disabled') },
          fallback: { enabled: false, variant: 'blue', payload: null, reason: reason('no_match') },
        },
        errors: { later: 'unavailable' },
      },
      page,
    );
    const lines = text
      .trimEnd()
      .split('\n')
      .map((line) => line.trim().split(/ {2,}/));
    assert.deepEqual(lines, [
      ['FLAG', 'VALUE', 'PAYLOAD', 'REASON'],
      ['plain', 'on', 'condition match'],
      ['button', 'red', '{"size":5}', 'condition match'],
      ['gone', 'off', 'disabled'],
      ['fallback', 'off: blue', 'no match'],
      ['later', '?', 'unavailable'],
    ]);
    assert.equal(printDecisions({ flags: {}, errors: {} }, page), 'No flags.\n');
  });
});

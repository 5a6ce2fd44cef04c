import assert from 'node:assert/strict';
import { createColors } from '../layout/colors.js';
import { printDecisions } from './decisions.js';

const page = { width: undefined, colors: createColors(false) };

describe('printDecisions', () => {
  it('shows each flag with its value and reason, including flags that are off or failed', () => {
    const reason = (description: string) => ({ code: 'x', description });
    const text = printDecisions(
      {
        flags: {
          plain: { enabled: true, variant: null, payload: null, reason: reason('All conditions of the group hold.') },
          button: {
            enabled: true,
            variant: 'red',
            payload: { size: 5 },
            reason: reason('All conditions of the group hold.'),
          },
          gone: { enabled: false, variant: null, payload: null, reason: reason('The flag is inactive.') },
          fallback: { enabled: false, variant: 'blue', payload: null, reason: reason('No group matches.') },
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
      ['plain', 'on', 'All conditions of the group hold.'],
      ['button', 'red', '{"size":5}', 'All conditions of the group hold.'],
      ['gone', 'off', 'The flag is inactive.'],
      ['fallback', 'off: blue', 'No group matches.'],
      ['later', '?', 'unavailable'],
    ]);
    assert.equal(printDecisions({ flags: {}, errors: {} }, page), 'No flags.\n');
  });
});

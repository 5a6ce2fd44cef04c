import assert from 'node:assert/strict';
import type { ReplayDetails } from '../../gen/api.js';
import { describeMasked, describeMissing } from './missing.js';

const window = {
  window_id: 'a',
  from_offset_ms: 0,
  to_offset_ms: 300_000,
  event_count: 9,
  chunk_count: 3,
  snapshot_offsets_ms: [0, 120_000],
  gaps: [{ first_seq: 2, last_seq: 3, until_offset_ms: 60_000 }],
  clock_shift_ms: -600_000,
  sdk: '',
};
const details = {
  windows: [window],
  warnings: ['The recording is longer than what is listed.'],
  missing_assets: { count: 3, reasons: { not_mirrored: 2, failed: 1 }, examples: [] },
  masked: { text: 2, input: 0, url: 1 },
  rules_version: 2,
} as unknown as ReplayDetails;

describe('what is missing in a recording', () => {
  it('is said in words', () => {
    assert.deepEqual(describeMissing(details), [
      'The recording is longer than what is listed.',
      'Tab 1: the clock of the browser was 10 min ahead; its times are corrected.',
      'Pictures, fonts or style sheets of origins that the project does not copy are missing: 2.',
      'Pictures, fonts or style sheets that could not be fetched are missing: 1.',
    ]);
  });

  it('is nothing in a whole recording', () => {
    const whole = { ...window, gaps: [], clock_shift_ms: 0 };
    assert.deepEqual(describeMissing({ ...details, windows: [whole], warnings: [], missing_assets: undefined }), []);
  });

  it('may be masked', () => {
    const text = 'Masked before it was stored, by version 2 of the rules: 2 texts, 1 values in addresses.';
    assert.equal(describeMasked(details), text);
    assert.match(describeMasked({ ...details, masked: {} }), /^Nothing had to be masked/);
  });
});

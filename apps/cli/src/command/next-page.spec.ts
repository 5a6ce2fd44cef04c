import assert from 'node:assert/strict';
import type { Json } from '../values/json.js';
import { CURSOR } from './common-flags.js';
import { nextPage } from './next-page.js';

const none = { values: {}, given: new Set<string>() };

describe('nextPage', () => {
  it('names the next page, and nothing for the last page', () => {
    const more = { pagination: { has_more: true, next_cursor: 'abc\u001b[2J' } };
    assert.equal(nextPage(more, [CURSOR], none), '\nMore results: repeat the command with --cursor abc\n');
    const last: readonly Json[] = [{}, null, [], { pagination: { has_more: false } }, { pagination: null }];
    for (const answer of last) {
      assert.equal(nextPage(answer, [CURSOR], none), '');
    }
  });

  it('repeats explicit bounds, so that the cursor stays valid', () => {
    const flags = { values: { since: '2026-01-31T06:00:00.000Z', until: undefined }, given: new Set(['since']) };
    const more = { pagination: { has_more: true, next_cursor: 'c' } };
    assert.match(nextPage(more, [CURSOR], flags), /with --since 2026-01-31T06:00:00\.000Z --cursor c\n/);
  });

  it('uses the cursor flag of the command, if any', () => {
    const more = { pagination: { has_more: true, next_cursor: 'c' } };
    assert.match(nextPage(more, [{ ...CURSOR, name: 'before' }], none), /with --before c\n/);
    assert.equal(nextPage(more, [], none), '\nMore results follow.\n');
  });
});

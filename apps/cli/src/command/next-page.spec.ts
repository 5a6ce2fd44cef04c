import assert from 'node:assert/strict';
import type { Json } from '../values/json.js';
import { CURSOR } from './common-flags.js';
import { nextPage } from './next-page.js';

const none = { values: {}, given: new Set<string>() };

it('a page with more behind it says how to get there, the last one says nothing', () => {
  const more = { pagination: { has_more: true, next_cursor: 'abc\u001b[2J' } };
  assert.equal(nextPage(more, [CURSOR], none), '\nMore follow: repeat the command with --cursor abc\n');
  const last: readonly Json[] = [{}, null, [], { pagination: { has_more: false } }, { pagination: null }];
  for (const answer of last) {
    assert.equal(nextPage(answer, [CURSOR], none), '');
  }
});

it('bounds that were given are written out, so that the cursor still fits', () => {
  const flags = { values: { since: '2026-01-31T06:00:00.000Z', until: undefined }, given: new Set(['since']) };
  const more = { pagination: { has_more: true, next_cursor: 'c' } };
  assert.match(nextPage(more, [CURSOR], flags), /with --since 2026-01-31T06:00:00\.000Z --cursor c\n/);
});

it('the flag is the one the command has; a command without one only says that there is more', () => {
  const more = { pagination: { has_more: true, next_cursor: 'c' } };
  assert.match(nextPage(more, [{ ...CURSOR, name: 'before' }], none), /with --before c\n/);
  assert.equal(nextPage(more, [], none), '\nMore follow.\n');
});

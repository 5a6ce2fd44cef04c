import assert from 'node:assert/strict';
import type { Json } from '../runtime/values/json.js';
import { CURSOR, windowFlags } from './common-flags.js';
import type { Flag } from './flag.js';
import { nextPage } from './next-page.js';

const none = { values: {}, given: new Set<string>() };

describe('nextPage', () => {
  it('names the next page, and nothing for the last page', () => {
    const more = { pagination: { has_more: true, next_cursor: 'abc\u001b[2J' } };
    assert.equal(nextPage(more, [CURSOR], none), '\nMore results. Next page: add --cursor abc\n');
    const last: readonly Json[] = [{}, null, [], { pagination: { has_more: false } }, { pagination: null }];
    for (const answer of last) {
      assert.equal(nextPage(answer, [CURSOR], none), '');
    }
  });

  it('repeats the bounds that the service requires, and leaves others to the cursor', () => {
    const flags = { values: { since: '2026-01-31T06:00:00.000Z', until: undefined }, given: new Set(['since']) };
    const more = { pagination: { has_more: true, next_cursor: 'c' } };
    const required: Flag = { name: 'since', kind: 'string', format: 'bound', required: true, description: '' };
    assert.match(nextPage(more, [required, CURSOR], flags), /add --since 2026-01-31T06:00:00\.000Z --cursor c\n/);
    assert.match(nextPage(more, [...windowFlags('1h'), CURSOR], flags), /add --cursor c\n/);
  });

  it('counts the offset where the command has one', () => {
    const offset: Flag = { name: 'offset', kind: 'int', default: 0, min: 0, sends: 'offset', description: '' };
    const flags = { values: { offset: 4 }, given: new Set(['offset']) };
    const answer = { groups: [{}, {}], total: 9, has_more: true };
    assert.equal(nextPage(answer, [offset], flags), '\nMore results. Next page: add --offset 6\n');
    assert.equal(nextPage({ ...answer, has_more: false }, [offset], flags), '');
  });

  it('uses the cursor flag of the command, if any', () => {
    const more = { pagination: { has_more: true, next_cursor: 'c' } };
    assert.match(nextPage(more, [{ ...CURSOR, name: 'before' }], none), /add --before c\n/);
    const limit: Flag = { name: 'limit', kind: 'int', default: 0, min: 1, description: '' };
    assert.match(nextPage({ results: [], types: [{ type: 'logs', truncated: true }] }, [limit], none), /raise --limit/);
    assert.equal(nextPage(more, [], none), '\nThere are more results: raise --limit or narrow the search.\n');
  });
});

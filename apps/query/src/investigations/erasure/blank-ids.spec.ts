import assert from 'node:assert/strict';
import fc from 'fast-check';
import { blankIds, blankText, ERASED } from './blank-ids.js';

describe('blanking the IDs of a person', () => {
  it.each([
    ['ann fails', ['ann'], `${ERASED} fails`],
    [
      'Annual planning of ann, and of ann@example.com',
      ['ann'],
      `Annual planning of ${ERASED}, and of ${ERASED}@example.com`,
    ],
    ['ann@example.com fails', ['ann', 'ann@example.com'], `${ERASED} fails`],
    ['bob fails', ['ann', ''], 'bob fails'],
    ['$1 (a.b) fails', ['a.b'], `$1 (${ERASED}) fails`],
  ])('replaces whole words in %p', (text, ids, expected) => {
    assert.equal(blankText(text, ids), expected);
  });

  it('replaces texts at any depth, and leaves names of members and other values alone', () => {
    const value = { ann: 1, rows: [{ distinct_id: 'ann', n: 3 }, null], title: 'Errors of ann' };
    assert.deepEqual(blankIds(value, ['ann']), {
      ann: 1,
      rows: [{ distinct_id: ERASED, n: 3 }, null],
      title: `Errors of ${ERASED}`,
    });
  });

  it('returns the same value if it contains no ID, and one without the ID otherwise', () => {
    const value = fc.jsonValue({ maxDepth: 3 }) as fc.Arbitrary<Parameters<typeof blankIds>[0]>;
    fc.assert(
      fc.property(value, (json) => {
        assert.equal(blankIds(json, ['an id that is nowhere']), json);
        assert.deepEqual(blankIds({ of: 'p-1', json }, ['p-1']).of, ERASED);
      }),
    );
  });
});

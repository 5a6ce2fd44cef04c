import assert from 'node:assert/strict';
import type { ShareRates } from '../facts/share-facts.js';
import { growing } from './growth.js';

const found = (value: ShareRates, total: ShareRates = { normal: 100, abnormal: 250 }) =>
  growing({
    totals: [{ service: 'search', ...total }],
    values: [{ service: 'search', key: 'account.id', value: 'acme', ...value }],
  }).map(({ value: name }) => name);

describe('the values to which it is due that a service has more requests', () => {
  it('are those that most of the additional requests have, and few of those before', () => {
    assert.deepEqual(found({ normal: 3, abnormal: 148 }), ['acme']);
    assert.deepEqual(found({ normal: 0, abnormal: 150 }), ['acme']);
  });

  it('are not those that grow like all others, that were many before, or of a service without more requests', () => {
    assert.deepEqual(found({ normal: 4, abnormal: 10 }), []);
    assert.deepEqual(found({ normal: 80, abnormal: 225 }), []);
    assert.deepEqual(found({ normal: 3, abnormal: 18 }, { normal: 100, abnormal: 115 }), []);
  });

  const replaced: [title: string, value: ShareRates, total: ShareRates][] = [
    ['a deployment puts on all spans', { normal: 0, abnormal: 125 }, { normal: 100, abnormal: 125 }],
    ['a deployment puts on a part of the spans', { normal: 0, abnormal: 50 }, { normal: 100, abnormal: 125 }],
    [
      'a deployment puts on all spans of much more traffic',
      { normal: 0, abnormal: 2_000 },
      { normal: 100, abnormal: 2_000 },
    ],
    ['all requests of a service without earlier ones have', { normal: 0, abnormal: 50 }, { normal: 0, abnormal: 50 }],
    ['nothing has, before or since', { normal: 0, abnormal: 0 }, { normal: 0, abnormal: 0 }],
  ];
  for (const [title, value, total] of replaced) {
    it(`are not those that ${title}`, () => {
      assert.deepEqual(found(value, total), []);
    });
  }

  it('may be on somewhat more requests than were added, as others vary', () => {
    assert.deepEqual(found({ normal: 3, abnormal: 168 }), ['acme']);
    assert.deepEqual(found({ normal: 3, abnormal: 433 }, { normal: 100, abnormal: 500 }), ['acme']);
  });
});

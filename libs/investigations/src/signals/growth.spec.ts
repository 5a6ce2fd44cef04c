import assert from 'node:assert/strict';
import { growing } from './growth.js';

const found = (value: { normal: number; abnormal: number }, total = { normal: 100, abnormal: 250 }) =>
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
});

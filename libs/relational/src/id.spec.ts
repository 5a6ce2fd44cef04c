import assert from 'node:assert/strict';
import fc from 'fast-check';
import { isId, toIdRange } from './id.js';

describe('the range of IDs that begin with a text', () => {
  it('contains exactly the IDs with this beginning', () => {
    fc.assert(
      fc.property(fc.uuid(), fc.uuid(), fc.integer({ min: 8, max: 36 }), (id, other, length) => {
        const prefix = id.slice(0, length);
        const { gte, lte } = toIdRange(prefix) ?? assert.fail();
        assert.ok(isId(gte) && isId(lte));
        assert.ok(gte <= id && id <= lte);
        assert.equal(gte <= other && other <= lte, other.startsWith(prefix));
      }),
    );
  });

  it('does not exist for other texts', () => {
    for (const text of [
      '',
      '0198c0d',
      '0198C0DE',
      '0198c0de0',
      'INC-12',
      '0198c0de-00000',
      `${'0'.repeat(8)}%`,
      `${crypto.randomUUID()}0`,
    ])
      assert.equal(toIdRange(text), undefined, text);
  });
});

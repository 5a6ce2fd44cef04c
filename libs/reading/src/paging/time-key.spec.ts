import assert from 'node:assert/strict';
import fc from 'fast-check';
import { ceilToDate, toListPosition, toStoredKey, type StoredKey } from './time-key.js';

const MS = 1_000_000n;
const key = fc.record({ at: fc.integer({ min: 0, max: 3 }).map((ms) => new Date(ms)), id: fc.uuid() });
const time = fc.bigInt({ min: 0n, max: 4n * MS });

const isBefore = (one: StoredKey, other: StoredKey): boolean =>
  one.at < other.at || (one.at.getTime() === other.at.getTime() && one.id < other.id);

describe('the key of a record in the relational store', () => {
  it('is that of its position in a list', () => {
    fc.assert(fc.property(key, (one) => assert.deepEqual(toStoredKey(toListPosition(one)), { ...one })));
  });

  it('selects exactly the records after any position of a descending list', () => {
    const digits = fc.uuid().map((id) => id.replaceAll('-', ''));
    fc.assert(
      fc.property(key, fc.record({ value: time, id: digits }), (record, position) => {
        const own = toListPosition(record);
        const isAfter = own.value < position.value || (own.value === position.value && own.id < position.id);
        assert.equal(isBefore(record, toStoredKey(position)), isAfter);
      }),
    );
  });

  it('is within bounds of a time in nanoseconds exactly if its time is', () => {
    fc.assert(
      fc.property(key, time, ({ at }, bound) => {
        assert.equal(at >= ceilToDate(bound), BigInt(at.getTime()) * MS >= bound);
      }),
    );
  });
});

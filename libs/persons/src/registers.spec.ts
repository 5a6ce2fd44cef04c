import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { foldProperties, mergeRegisters, toRegister, registerValue, type Register } from './registers.js';
import { disordered, messageIds, times } from './testing.js';
import type { PropertyWrite } from './writes.js';

/** All writes have the same prototype, because the comparison is strict and either of two equal writes may be kept. */
const writes: fc.Arbitrary<PropertyWrite> = fc
  .record(
    {
      op: fc.constantFrom<PropertyWrite['op']>('set', 'unset', 'set_once'),
      time: times,
      messageId: messageIds,
      value: fc.constantFrom('null', '1', '"x"', '{}'),
    },
    { noNullPrototype: true },
  )
  .map((write) => (write.op === 'unset' ? { ...write, value: '' } : write));

const fold = (all: readonly PropertyWrite[]): string | undefined =>
  registerValue(all.map(toRegister).reduce(mergeRegisters, {}));

/** The mutation rules of the API reference, applied to the whole history at once. */
function model(history: readonly PropertyWrite[]): string | undefined {
  const rank = ({ time, messageId, value }: PropertyWrite): string => {
    const offset = (time + (1n << 63n)).toString(16).padStart(16, '0');
    // Each byte becomes two digits, and the end sorts below all digits, so the hexadecimal form sorts as the bytes do.
    return `${offset} ${Buffer.from(messageId).toString('hex')} ${createHash('sha256').update(value).digest('hex')}`;
  };
  const byRank = (all: readonly PropertyWrite[]) => [...all].sort((a, b) => (rank(a) < rank(b) ? -1 : 1));
  const authoritative = byRank(history.filter(({ op }) => op !== 'set_once'));
  const last = authoritative.at(-1);
  if (last) return last.op === 'set' ? last.value : undefined;
  return byRank(history)[0]?.value;
}

describe('property mutation rules', () => {
  const set = (time: bigint, messageId: string, value: string): PropertyWrite => ({
    op: 'set',
    time,
    messageId,
    value,
  });
  const unset = (time: bigint, messageId: string): PropertyWrite => ({ op: 'unset', time, messageId, value: '' });
  const once = (time: bigint, messageId: string, value: string): PropertyWrite => ({
    ...set(time, messageId, value),
    op: 'set_once',
  });

  it('rule 1: stores null as a value; only unset deletes', () => {
    assert.equal(fold([set(1n, 'a', '1'), set(2n, 'a', 'null')]), 'null');
    assert.equal(fold([once(1n, 'a', 'null')]), 'null');
    assert.equal(fold([set(1n, 'a', '1'), unset(2n, 'a')]), undefined);
    assert.equal(fold([unset(2n, 'a'), set(3n, 'a', '1')]), '1');
  });

  it('rule 2: takes the greatest time, to the nanosecond, and then the message id, bytewise', () => {
    const second = 1_700_000_000_000_000_000n;
    assert.equal(fold([set(second + 1n, 'a', '"later"'), set(second, 'z', '"earlier"')]), '"later"');
    assert.equal(fold([set(1n, 'B', '1'), set(1n, 'a', '2')]), '2');
    assert.equal(fold([set(1n, 'a', '1'), set(1n, 'ab', '2')]), '2');
    // UTF-16 sorts U+1F4A3 below U+FF5E; UTF-8 bytes sort it above.
    assert.equal(fold([set(1n, '\u{1F4A3}', '1'), set(1n, '\uFF5E', '2')]), '1');
    assert.equal(fold([unset(1n, 'b'), set(1n, 'a', '1')]), undefined);
  });

  it('rule 3: takes the earliest set_once until any set or unset exists, which supersedes it also from before', () => {
    assert.equal(fold([once(2n, 'a', '2'), once(1n, 'z', '1')]), '1');
    assert.equal(fold([once(1n, 'b', '2'), once(1n, 'a', '1')]), '1');
    assert.equal(fold([once(5n, 'a', '1'), set(1n, 'a', '2')]), '2');
    assert.equal(fold([once(1n, 'a', '1'), unset(5n, 'a')]), undefined);
    assert.equal(fold([once(5n, 'a', '1'), unset(1n, 'a')]), undefined);
  });
});

describe('property registers', () => {
  it('follows the rules over the whole history, in any order, with any duplication', () => {
    const histories = fc.array(writes, { maxLength: 12 }).chain((all) => fc.tuple(fc.constant(all), disordered(all)));
    fc.assert(
      fc.property(histories, ([all, arrived]) => assert.equal(fold(arrived), model(all))),
      { numRuns: 2_000 },
    );
  });

  it('merges in any grouping', () => {
    const registers: fc.Arbitrary<Register> = fc
      .array(writes, { maxLength: 3 })
      .map((all) => all.map(toRegister).reduce(mergeRegisters, {}));
    fc.assert(
      fc.property(registers, registers, registers, (a, b, c) => {
        assert.deepEqual(mergeRegisters(a, mergeRegisters(b, c)), mergeRegisters(mergeRegisters(a, b), c));
        assert.deepEqual(mergeRegisters(a, b), mergeRegisters(b, a));
        assert.deepEqual(mergeRegisters(a, a), { latest: a.latest, earliest: a.earliest });
      }),
    );
  });

  it('folds the same whichever ID the writes came with, so merging and splitting persons needs no rewrite', () => {
    const assigned = fc.array(
      fc.record({ write: writes, id: fc.nat(3), key: fc.constantFrom('plan', '__proto__', '') }),
      {
        maxLength: 14,
      },
    );
    fc.assert(
      fc.property(assigned, (all) => {
        const ids = [0, 1, 2, 3].map((id) => {
          const registers = new Map<string, Register>();
          for (const { write, key } of all.filter((entry) => entry.id === id)) {
            registers.set(key, mergeRegisters(registers.get(key) ?? {}, toRegister(write)));
          }
          return registers;
        });
        const expected = (of: typeof all) =>
          new Map(
            [...new Set(of.map(({ key }) => key))].flatMap((key) => {
              const value = model(of.filter((entry) => entry.key === key).map(({ write }) => write));
              return value === undefined ? [] : [[key, value] as const];
            }),
          );
        assert.deepEqual(sorted(foldProperties(ids)), sorted(expected(all)));
        assert.deepEqual(sorted(foldProperties(ids.slice(0, 2))), sorted(expected(all.filter(({ id }) => id < 2))));
      }),
    );
  });
});

const sorted = (map: ReadonlyMap<string, string>) => [...map].sort(([a], [b]) => (a < b ? -1 : 1));

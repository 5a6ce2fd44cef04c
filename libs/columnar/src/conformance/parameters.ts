import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { ParameterValue } from '../port.js';
import { GENEROUS } from '../testing/temporary-store.js';
import type { Subject } from './subject.js';

/** Characters with a meaning in SQL, the escaped text form, URLs or JSON, and ordinary text. */
const HOSTILE = [
  "'",
  '"',
  '`',
  '\\',
  '\n',
  '\t',
  '\r',
  '\0',
  '\b',
  ';',
  '--',
  '/*',
  '*/',
  '$$',
  '{a:String}',
  '%00',
  '&',
  '=',
  '\\N',
  '\\0',
  'NULL',
  ']',
  ',',
  '\u2028',
  '😀',
  'é',
];
const hostileText = fc
  .array(fc.oneof(fc.constantFrom(...HOSTILE), fc.string({ unit: 'grapheme', maxLength: 5 })), { maxLength: 12 })
  .map((pieces) => pieces.join(''));

export function parameters(store: Subject): void {
  const echo = async (type: string, value: ParameterValue): Promise<unknown> => {
    const sql = `SELECT {value:${type}} AS value`;
    const [row] = await store().query<{ value: unknown }>({ sql, parameters: { value }, limits: GENEROUS });
    return row?.value;
  };

  describe('parameters', () => {
    it('passes any text unchanged', async () => {
      const property = fc.asyncProperty(hostileText, async (text) => assert.equal(await echo('String', text), text));
      await fc.assert(property, { numRuns: 150 });
    });

    it('passes lists of any text unchanged', async () => {
      const lists = fc.array(hostileText, { maxLength: 5 });
      const property = fc.asyncProperty(lists, async (list) =>
        assert.deepEqual(await echo('Array(String)', list), list),
      );
      await fc.assert(property, { numRuns: 100 });
    });

    const cases: readonly (readonly [type: string, value: ParameterValue, expected?: unknown])[] = [
      ['UInt64', 18446744073709551615n, '18446744073709551615'],
      ['Int64', -9223372036854775808n, '-9223372036854775808'],
      ['UInt32', 4294967295],
      ['Float64', -0.1],
      ['Bool', true],
      ['Bool', false],
      ['Nullable(String)', null],
      ['Nullable(UInt8)', 7],
      ['LowCardinality(String)', "it's"],
      ['DateTime64(9)', '2026-01-02 03:04:05.123456789'],
      ['UUID', '01234567-89ab-cdef-0123-456789abcdef'],
      ['Array(UInt64)', [1n, 2n], ['1', '2']],
      ['Array(Array(String))', [["a'b"], [], ['\n', '\\']]],
      ['Array(Nullable(String))', ['a', null]],
    ];
    for (const [type, value, expected = value] of cases) {
      it(`passes ${type} ${typeof value}`, async () => assert.deepEqual(await echo(type, value), expected));
    }

    it('passes lists that are too long for a URL', async () => {
      const list = Array.from({ length: 20_000 }, (_, at) => `value '${at}'`);
      assert.deepEqual(await echo('Array(String)', list), list);
    });

    it('never interprets parameters as SQL', async () => {
      const text = "x'} ; DROP TABLE schema_migrations; --";
      assert.equal(await echo('String', text), text);
      await store().check();
    });
  });
}

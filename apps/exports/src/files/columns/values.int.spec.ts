import assert from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import type { ColumnStore } from '@svc/columnar';
import { GENEROUS, sharedStore, type SharedStore } from '@svc/columnar/testing';
import { render, Scope, select, sql, stringParam, typed, type Sql } from '@svc/reading/statement';
import { LOGS } from '@svc/tables';
import fc from 'fast-check';
import { mapAttributes, typedJson } from './values.js';

const ROWS = 2_000;
const SEED = randomInt(2 ** 31);
const AT = 1_795_200_000_000_000_000n;
const SCOPE = Scope.of({ id: 'p', number: 1, retentionDays: 36_500 });

/** Keys that begin with letters of types, or contain each other. */
const key = fc.constantFrom(
  ...['', 'i', 'ii', 'id', 'n', 'ni', 'd', 'b', 'j', 'jj', 'bd', 'order.id', 'id.order', 'ü', '"q"', '\\', "'", ' '],
);
const value = fc.oneof(
  fc.constantFrom('', '1', '-0.5e300', '9007199254740993', 'NaN', 'Infinity', 'true', 'false', 'null', 'nul', 'TRUE'),
  fc.constantFrom(' 1', '\n2', '[1,"a"]', '{"a":{}}', '[1', '"', '""', '[redacted]', 'é', '\u2028', '\u0001', 'a/b'),
  fc.string({ maxLength: 6 }),
);
const row = fc.uniqueArray(fc.tuple(key, value, fc.constantFrom('', '', 'i', 'd', 'b', 'j', 'n')), {
  selector: ([name]) => name,
  maxLength: 6,
});

/**
 * Converts an attribute by its type, which is searched for one letter after the other; see `ATTRIBUTE_TYPES` of
 * `@svc/tables`.
 */
function plainValue(name: Sql, text: Sql): Sql {
  const hasType = (letter: string): Sql =>
    sql`has(splitByChar('\n', toString(attribute_types)), concat(${stringParam(letter)}, toString(${name})))`;
  return sql`multiIf(${hasType('n')} AND ${text} = '', 'null',
    (${hasType('i')} OR ${hasType('d')} OR ${hasType('b')} OR ${hasType('j')}) AND isValidJSON(${text}), ${text}, toJSONString(${text}))`;
}

describe('the JSON of attributes', () => {
  let temporary: SharedStore;
  let store: ColumnStore;
  beforeAll(async () => {
    temporary = await sharedStore();
    ({ store } = temporary);
    const rows = fc.sample(row, { numRuns: ROWS, seed: SEED });
    await store.command(
      `INSERT INTO logs (project_number, retention_days, timestamp, record_id, attributes, attribute_types)
       SELECT 1, 30, fromUnixTimestamp64Nano({at:Int64}), reinterpretAsFixedString(rowNumberInAllBlocks()),
         CAST((made.1, made.2), 'Map(LowCardinality(String), String)'), made.3
       FROM (SELECT arrayJoin(arrayZip({keys:Array(Array(String))}, {texts:Array(Array(String))}, {types:Array(String)})) AS made)`,
      {
        at: AT,
        keys: rows.map((pairs) => pairs.map(([name]) => name)),
        texts: rows.map((pairs) => pairs.map(([, text]) => text)),
        types: rows.map((pairs) => pairs.map(([name, , letter]) => letter && `${letter}${name}\n`).join('')),
      },
    );
  });
  afterAll(() => temporary[Symbol.asyncDispose]());

  const countRows = async (condition: Sql): Promise<number> => {
    const columns = { rows: typed('UInt64', sql`countIf(${condition})`) };
    const [found] = await store.query<{ rows: string }>({
      ...render(select({ from: LOGS, scope: SCOPE, during: { from: AT, to: AT + 1n }, columns })),
      limits: GENEROUS,
    });
    return Number(found?.rows);
  };

  it(`converts types as if each was looked up separately, seed ${SEED}`, async () => {
    const plain = sql`concat('{', arrayStringConcat(arrayMap((k, v) -> concat(toJSONString(toString(k)), ':',
      ${plainValue(sql`k`, sql`v`)}), mapKeys(attributes), mapValues(attributes)), ','), '}')`;
    const json = typedJson(sql`attributes`, sql`attribute_types`);
    assert.equal(await countRows(sql`${json} != ${plain}`), 0);
    assert.equal(await countRows(sql`isValidJSON(${json})`), ROWS);
    assert.ok((await countRows(sql`position(${json}, ':null') > 0`)) > 0);
    assert.ok((await countRows(sql`${json} != toJSONString(attributes)`)) > ROWS / 4);
  });

  for (const name of ['', 'i', 'id', 'order.id'])
    it(`converts the column of one attribute equally, "${name}", seed ${SEED}`, async () => {
      const { json } = mapAttributes(sql`attributes`, sql`attribute_types`).column(name);
      const text = sql`attributes[${stringParam(name)}]`;
      const plain = sql`if(mapContains(attributes, ${stringParam(name)}), ${plainValue(sql`${stringParam(name)}`, text)}, 'null')`;
      assert.equal(await countRows(sql`${json ?? sql`''`} != ${plain}`), 0);
    });
});

import assert from 'node:assert/strict';
import type { ColumnStore } from '@svc/columnar';
import { GENEROUS, sharedStore, type SharedStore } from '@svc/columnar/testing';
import { render, sql, stringParam } from '@svc/reading/statement';
import { selectedColumns } from './export-column.js';

describe('escaped formulas in CSV', () => {
  let temporary: SharedStore;
  let store: ColumnStore;
  beforeAll(async () => {
    temporary = await sharedStore();
    ({ store } = temporary);
  });
  afterAll(() => temporary[Symbol.asyncDispose]());

  /** @param json the JSON of a value of which the type is known. */
  const escape = async (text: string, json?: string): Promise<string> => {
    const column = {
      name: 'a',
      kind: 'text',
      value: sql`${stringParam(text)}`,
      ...(json !== undefined && { json: sql`${stringParam(json)}` }),
    } as const;
    const statement = sql`SELECT ${selectedColumns([column], { format: 'csv', escapesFormulas: true })}`;
    const { sql: rendered, parameters } = render(statement);
    const [row] = await store.query<{ c1: string }>({ sql: rendered, parameters, limits: GENEROUS });
    return row?.c1 ?? assert.fail();
  };

  it('begin with an apostrophe, also after characters that cannot be seen', async () => {
    for (const text of ['=1+1', '+1', '-1', '@A1', '\t=1', '\r1', '＝1', '－1', '\n=1', '\ufeff=1', '\u200b=1', ' =1'])
      assert.equal(await escape(text), `'${text}`, JSON.stringify(text));
    for (const text of ['', 'a=1', '1-1', "'=1", 'ü', '\u200b']) assert.equal(await escape(text), text);
  });

  it('are only texts: numbers of attributes stay as they are', async () => {
    for (const number of ['-5', '-2.5', '-9007199254740993'])
      assert.deepEqual(
        [await escape(number, number), await escape(number, JSON.stringify(number))],
        [number, `'${number}`],
      );
  });
});

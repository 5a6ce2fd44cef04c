import assert from 'node:assert/strict';
import { sharedStore, type SharedStore } from '@svc/columnar/testing';
import fc from 'fast-check';
import { Sql, sql, stringParam } from '../../statement/index.js';
import { ampleBudget } from '../../testing/index.js';
import { testMapValue } from '../test-map-value.js';
import { containsWords as containsWordsInTable, matchesPattern as matchesPatternInTable } from '../words.js';
import { matchMapValue } from './match-map-value.js';
import { containsWords, matchesPattern } from './words.js';

const NUMBERS = [
  '',
  ' ',
  '5',
  ' 5',
  '5 ',
  '+5',
  '-5',
  '5.',
  '.5',
  '.',
  '-.5',
  '0x10',
  '1e2',
  '1E2',
  '1e',
  '1e+2',
  '1e-400',
];
const NAMED = [
  'inf',
  '-inf',
  '+INF',
  'Infinity',
  '-infinity',
  'nan',
  'NaN',
  '-nan',
  'n',
  'infinite',
  '1_000',
  '1,5',
  '٣',
];
const fragment = fc.constantFrom(
  'a',
  'B',
  'é',
  'É',
  'K',
  'Σ',
  'ΟΔΟΣ',
  'İ',
  'ß',
  'ẞ',
  '日',
  '🚀',
  '1',
  '_',
  '-',
  ' ',
  '\t',
  '\u00a0',
  '\v',
);
const phrase = fc.array(fragment, { minLength: 1, maxLength: 5 }).map((parts) => parts.join(''));

describe('a value in memory', () => {
  let engine: SharedStore;
  beforeAll(async () => {
    engine = await sharedStore();
  });
  afterAll(() => engine[Symbol.asyncDispose]());

  const answers = async (conditions: readonly Sql[]): Promise<boolean[]> => {
    const list = Sql.join(
      conditions.map((condition) => sql`toUInt8(${condition})`),
      ', ',
    );
    const [row] = await engine.store.query<{ results: number[] }>(
      ampleBudget().statement(sql`SELECT [${list}] AS results`),
    );
    return (row?.results ?? []).map((result) => result === 1);
  };

  it('parses a value as a number exactly if the engine does', async () => {
    const tests = [
      { kind: 'range', low: { value: '-1e300', inclusive: true } },
      { kind: 'range', high: { value: '7', inclusive: false } },
      { kind: 'range', low: { value: '5', inclusive: true }, high: { value: '100', inclusive: true } },
    ] as const;
    for (const test of tests) {
      const values = [...NUMBERS, ...NAMED];
      const stored = await answers(
        values.map((value) => testMapValue(sql`map('k', ${stringParam(value)})`, stringParam('k'), test)),
      );
      assert.deepEqual(
        values.map((value) => [value, matchMapValue(test)(value)]),
        values.map((value, index) => [value, stored[index]]),
      );
    }
  });

  it('searches a value as the engine does, also beyond ASCII', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(phrase, phrase, phrase), { minLength: 20, maxLength: 20 }), async (cases) => {
        const words = cases.map(([prose, sought]) => containsWordsInTable(sought, 0)(sql`${stringParam(prose)}`));
        const patterns = cases.map(([prose, first, last]) =>
          matchesPatternInTable([first, last])(sql`${stringParam(prose)}`),
        );
        const stored = await answers([...words, ...patterns]);
        const inMemory = [
          ...cases.map(([prose, sought]) => containsWords(sought)(prose)),
          ...cases.map(([prose, first, last]) => matchesPattern([first, last])(prose)),
        ];
        assert.deepEqual(
          inMemory.map((found, index) => [found, ...(cases[index % 20] ?? [])]),
          stored.map((found, index) => [found, ...(cases[index % 20] ?? [])]),
        );
      }),
      { numRuns: 60 },
    );
  });
});

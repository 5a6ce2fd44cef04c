import assert from 'node:assert/strict';
import { sharedStore, type SharedStore } from '@svc/columnar/testing';
import {
  compileMatcher,
  memberJson,
  propertyCondition,
  QUERY_OPERATORS,
  readTest,
  readTime,
  type Json,
  type PropertyTest,
} from '@svc/property-filters';
import { readVectors } from '@svc/property-filters/testing';
import { Sql, sql, stringParam } from '@svc/tables/sql';
import fc from 'fast-check';
import { ampleBudget, INJECTION_ATTEMPTS, NOW } from '../testing/index.js';

/** Values at the boundaries between the rules. */
const VALUES: readonly Json[] = [
  ...[
    '',
    '5',
    '05',
    '5.0',
    ' 5',
    '5e0',
    '1e400',
    'inf',
    'nan',
    '0x5',
    '-',
    '-3',
    'null',
    'true',
    'abc',
    'ABC',
    'Äpfel',
  ],
  ...[
    'äPFEL',
    'a/b',
    '"',
    '\\',
    '\n',
    '%',
    '_',
    '💣',
    '[1]',
    '{"a":1}',
    '2026-02-30T00:00:00Z',
    '2026-02-28T12:00:00Z',
  ],
  ...['2026-02-28T12:00:00.123+01:00', '2026-02-28T13:00:00-01:00', '2026-02-28'],
  // Around the lengths and digits up to which numbers are cast instead of parsed.
  ...[
    '-0',
    '19.99',
    '1.50',
    '.5',
    '5.',
    '+5',
    '0.0001',
    '0.00001',
    '-999999.9999',
    '9223372036854775807',
    '9223372036854775808',
  ],
  ...[19.99, -0.5, 0.0001, 0.00001, -999999.9999, 9999999.9999, 99999999.9999, 2 ** 63, -(2 ** 62), 1795200000123],
  ...[0, 5, -3, 5.5, 0.1, 0.30000000000000004, 1e21, 1e-7, 9007199254740992, true, false, null],
  ...[[], [1, 'x/y'], ['5'], [null, 7], [['5']], [true, 'abc'], {}, { a: 1 }, { a: null, 'b.c': ['5'] }],
];
const PATTERNS = ['^5', 'a.c', 'b$', '^$', '[0-9]+', '(?:A|ä)', '\\\\'];
const INSTANTS = ['2026-02-28T12:00:00Z', '2026-02-28T11:00:00.123Z', '2026-03-02T00:00:00Z', '-7d'];
const KEY = "a key.with ' dots";

const scalars = fc.oneof(
  fc.constantFrom(...VALUES.filter((value) => value === null || typeof value !== 'object')),
  fc.string({ unit: 'grapheme', maxLength: 4 }),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.integer(),
  fc.integer().map((cents) => cents / 100),
);
const nonEmpty = scalars.map(String).filter((value) => value !== '');

const tests = fc.constantFrom(...QUERY_OPERATORS).chain((op): fc.Arbitrary<[string, Json | undefined]> => {
  if (op === 'is_set' || op === 'is_not_set') return fc.constant([op, undefined]);
  if (op === 'in' || op === 'not_in')
    return fc.array(scalars, { minLength: 1, maxLength: 4 }).map((value) => [op, value]);
  if (op.endsWith('regex')) return fc.constantFrom(...PATTERNS).map((value) => [op, value]);
  if (op.startsWith('date')) return fc.constantFrom(...INSTANTS).map((value) => [op, value]);
  if (op.includes('contains') || op.endsWith('with')) return nonEmpty.map((value) => [op, value]);
  if (op === 'eq' || op === 'neq') return scalars.map((value) => [op, value]);
  return scalars.filter((value) => typeof value !== 'boolean' && value !== null).map((value) => [op, value]);
});

describe('property filters in the column store', () => {
  let engine: SharedStore;
  beforeAll(async () => {
    engine = await sharedStore();
  });
  afterAll(() => engine[Symbol.asyncDispose]());

  /** Which of the values pass each of the tests, according to the engine. */
  async function ask(values: readonly (Json | undefined)[], asked: readonly PropertyTest[]): Promise<boolean[][]> {
    const rows = values.map((value) =>
      stringParam(JSON.stringify(value === undefined ? {} : { [KEY]: value, other: 'x' })),
    );
    const objects = Sql.join(
      rows.map((row) => sql`${row}`),
      ', ',
    );
    const answers = asked.map((test) => sql`toUInt8(${propertyCondition(memberJson(sql`object`, KEY), test)})`);
    const statement = sql`SELECT [${Sql.join(answers, ', ')}] AS answers FROM (SELECT arrayJoin([${objects}]) AS object)`;
    const found = await engine.store.query<{ answers: number[] }>(ampleBudget().statement(statement));
    return found.map((row) => row.answers.map((passed) => passed === 1));
  }

  it('answers every published case', async () => {
    const { now, cases } = readVectors();
    const asked = cases.map(({ op, value }) => readTest(op, value, 'filter', readTime(now) ?? 0n));
    const answers = await ask(
      cases.map(({ candidate }) => candidate),
      asked,
    );
    for (const [index, vector] of cases.entries())
      assert.equal(answers[index]?.[index], vector.passes, JSON.stringify(vector));
  });

  it('gives filters the same meaning in SQL as in the matcher', async () => {
    const samples = fc.sample(fc.array(tests, { minLength: 20, maxLength: 20 }), { numRuns: 10, seed: 20260131 });
    for (const [round, sample] of samples.entries()) {
      const asked = sample.map(([op, value]) => readTest(op, value, 'filter', NOW));
      const drawn = fc.sample(scalars, { numRuns: 20, seed: round });
      const values = [undefined, ...VALUES, ...drawn];
      const answers = await ask(values, asked);
      for (const [row, value] of values.entries()) {
        for (const [column, test] of asked.entries()) {
          const question = JSON.stringify([value, sample[column]]);
          assert.equal(answers[row]?.[column], compileMatcher(test, { readInstant: readTime })(value, 0), question);
        }
      }
    }
  });

  it('accepts as many values as a filter may have, and long ones', async () => {
    const sought = Array.from({ length: 200 }, (_, index) => `${index}`.padEnd(1_000, 'x'));
    const test = readTest('in', sought, 'filter', NOW);
    assert.deepEqual(await ask([sought[199] ?? '', 'x', [sought[0] ?? '']], [test]), [[true], [false], [true]]);
  });

  it('refuses an invalid RE2 pattern even if there is no row to match', () => {
    for (const pattern of ['(', '(?=x)', '\\1', 'a{2000}'])
      assert.throws(() => readTest('regex', pattern, 'filter', NOW), { code: 'invalid_request' }, pattern);
  });

  it('passes values as parameters of the statement whatever they contain', async () => {
    for (const hostile of INJECTION_ATTEMPTS.filter((value) => !value.includes('\u0000') && value.length < 4_096)) {
      const asked = ['eq', 'contains', 'neq'].map((op) => readTest(op, hostile, 'filter', NOW));
      assert.deepEqual(await ask([hostile, 'x', undefined], asked), [
        [true, true, false],
        [false, false, true],
        [false, false, true],
      ]);
    }
  });
});

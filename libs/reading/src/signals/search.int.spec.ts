import assert from 'node:assert/strict';
import { LOGS } from '@svc/columnar';
import { sharedStore, type SharedStore } from '@svc/columnar/testing';
import type { LogEntry } from '@svc/otlp';
import fc from 'fast-check';
import { LIMITS } from '../search-language/expression.js';
import { compileSearch, searchPredicate } from '../search-language/index.js';
import { select, sql } from '../statement/index.js';
import { ampleBudget, logEntry, logId, testScope, TelemetryWriter, type LogFixture } from '../testing/index.js';
import {
  matches,
  print,
  wildcards,
  type Query,
  type SearchedRecord,
  type ValueTest,
} from '../testing/search-oracle.js';
import { LOG_FIELDS } from './log-fields.js';
import { LOG_READER } from './log-reader.js';

const START = 1_795_200_000_000_000_000n;
const during = { from: START, to: START + 1_000_000_000n };

const WORDS = [
  'timeout',
  'Time',
  'TIMEOUT',
  'a',
  'ab',
  'abc',
  '10',
  '0',
  'user_id',
  'ошибка',
  'Ошибка',
  'naïve',
  'é',
  'x1',
];
const MARKS = [' ', ' ', ' ', '.', '/', ':', '_', '-', '"', "'", '\\', '%', '*', '(', '{p1:String}', '\t', ';--', '\n'];
const prose = fc
  .array(fc.tuple(fc.constantFrom(...WORDS), fc.constantFrom(...MARKS)), { maxLength: 6 })
  .map((pairs) => pairs.flat().join(''));
const VALUES = [
  '',
  'GET',
  'get',
  'GET /',
  '5',
  '5.0',
  '-3',
  '10',
  '1e2',
  'a%b',
  'a_b',
  'a\\b',
  "it's",
  '"',
  'ü',
  'abcabc',
  'NaN',
];
const value = fc.constantFrom(...VALUES);
const name = fc.constantFrom(
  ...['method', 'size', 'http.route', 'odd \'name"', '__proto__'],
  ...['http.method', 'http.request.method', 'net.host.name', 'server.address'],
);
const attributes = fc.array(fc.tuple(name, value), { maxLength: 4 }).map((pairs) => Object.fromEntries(pairs));
const resources = [
  {},
  { method: 'GET', size: '7', 'net.peer.name': '5' },
  { 'http.route': 'abcabc', 'odd \'name"': 'ü' },
] as const;

const record: fc.Arbitrary<SearchedRecord> = fc.record({
  body: prose,
  service: fc.constantFrom('', 'cart', 'checkout', 'Check_out%'),
  severity: fc.integer({ min: 0, max: 25 }),
  traceId: fc.constantFrom('0'.repeat(32), 'ab'.repeat(16), 'abcd'.repeat(8)),
  attributes,
  resource: fc.constantFrom(...resources),
});

const piece = fc.oneof(
  fc.constantFrom(...WORDS),
  fc.constantFrom('tim', 'out', 'a/', '.0', 'ш', '_', ''),
  fc.constantFrom(...VALUES),
);
const parts = fc.array(piece, { minLength: 2, maxLength: 4 }).filter((all) => all.some((part) => part !== ''));
const test: fc.Arbitrary<ValueTest> = fc.oneof(
  fc.constant<ValueTest>({ kind: 'exists' }),
  fc.oneof(value, piece).map((text): ValueTest => ({ kind: 'equals', text })),
  parts.map((all): ValueTest => ({ kind: 'pattern', parts: all })),
  fc
    .tuple(
      value.filter((v) => v !== ''),
      value.filter((v) => v !== ''),
      fc.boolean(),
      fc.boolean(),
    )
    .map(([low, high, lowInclusive, highInclusive]): ValueTest => ({
      kind: 'between',
      low,
      high,
      lowInclusive,
      highInclusive,
    })),
);
const leaf: fc.Arbitrary<Query> = fc.oneof(
  fc
    .oneof(prose, fc.constantFrom(...WORDS))
    .filter((text) => text !== '')
    .map((text): Query => ({ kind: 'phrase', text })),
  parts
    .filter((all) => !all.some((part) => /\s/.test(part)))
    .map((all): Query => ({ kind: 'prose-pattern', parts: all })),
  test.map((tested): Query => ({ kind: 'service', test: tested })),
  fc
    .tuple(fc.constantFrom('any' as const, 'attributes' as const, 'resource' as const), name, test)
    .map(([place, key, tested]): Query => ({ kind: 'attribute', place, name: key, test: tested })),
  fc
    .tuple(
      fc.constantFrom('' as const, '>' as const, '>=' as const, '<' as const, '<=' as const),
      fc.constantFrom('trace', 'info', 'warn', 'fatal'),
    )
    .map(([operator, level]): Query => ({ kind: 'level', operator, level })),
  fc.constantFrom('ab', 'abc', 'ffff').map((prefix): Query => ({ kind: 'trace', prefix })),
  fc.tuple(fc.nat(25), fc.nat(25)).map(([low, high]): Query => ({ kind: 'severity', low, high })),
);
const query: fc.Arbitrary<Query> = fc.letrec<{ query: Query }>((tie) => ({
  query: fc.oneof(
    { maxDepth: 3, depthSize: 'small' },
    leaf,
    leaf,
    tie('query').map((inner): Query => ({ kind: 'not', query: inner })),
    fc
      .tuple(fc.constantFrom('and' as const, 'or' as const), tie('query'), tie('query'))
      .map(([kind, left, right]): Query => ({ kind, left, right })),
  ),
})).query;

describe('a search on the engine', () => {
  let engine: SharedStore;
  let records: Map<string, SearchedRecord>;
  let entries: readonly LogEntry[];
  beforeAll(async () => {
    engine = await sharedStore();
    const writer = new TelemetryWriter(engine.store);
    const samples = fc.sample(record, 400);
    const fixtures = samples.map((sample, index): LogFixture => ({
      timestamp: START + BigInt(index),
      idTail: index.toString(16).padStart(16, '0'),
      body: sample.body,
      service: sample.service,
      severityNumber: sample.severity,
      traceId: sample.traceId,
      attributes: sample.attributes,
      resourceHash: BigInt(resources.indexOf(sample.resource)) + 10n,
    }));
    await writer.logs(fixtures);
    for (const [index, resource] of resources.entries()) await writer.resource(1, BigInt(index) + 10n, resource);
    // Another project's resource with the same hash must not match.
    await writer.resource(2, 10n, { method: 'GET', size: '5', 'http.route': 'GET' });
    records = new Map(
      samples.map((sample, index) => [logId(fixtures[index] ?? { timestamp: 0n, idTail: '' }), sample]),
    );
    entries = [...records].map(([id, sample]) =>
      logEntry({
        log_id_hex: id.toLowerCase(),
        body: sample.body,
        service_name: sample.service,
        severity_number: sample.severity,
        trace_id_hex: sample.traceId,
        attributes: Object.entries(sample.attributes),
        resource: Object.entries(sample.resource),
      }),
    );
  });
  afterAll(() => engine[Symbol.asyncDispose]());

  it('finds exactly the records that the oracle finds, in the table and in memory', async () => {
    let found = 0;
    await fc.assert(
      fc.asyncProperty(query, async (sought) => {
        fc.pre(wildcards(sought) <= LIMITS.wildcards);
        const expected = [...records].filter(([, sample]) => matches(sample, sought)).map(([id]) => id);
        const rows = await engine.store.query<{ id: string }>(
          ampleBudget().statement(
            select({
              columns: sql`hex(log_id) AS id`,
              from: LOGS,
              scope: testScope(1),
              during,
              where: [compileSearch(print(sought), LOG_FIELDS, testScope(1))],
            }),
          ),
        );
        assert.deepEqual(rows.map(({ id }) => id).sort(), expected.sort(), print(sought));
        const holds = searchPredicate(print(sought), LOG_FIELDS, LOG_READER) ?? (() => true);
        const inMemory = entries.filter(holds).map((entry) => entry.log_id_hex.toUpperCase());
        assert.deepEqual(inMemory.sort(), expected.sort(), `in memory: ${print(sought)}`);
        found += expected.length;
      }),
      { numRuns: 150 },
    );
    assert.ok(found > 500, 'the queries match too few records');
  });
});

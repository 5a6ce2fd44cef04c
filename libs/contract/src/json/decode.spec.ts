import assert from 'node:assert/strict';
import { create, fromBinary, toBinary } from '@bufbuild/protobuf';
import fc from 'fast-check';
import {
  DashboardsUpdateRequestSchema,
  InhibitionSetRequestSchema,
  LogRecordSchema,
  SavedSearchesCreateRequestSchema,
  SavedSearchSchema,
} from '../gen/index.js';
import { operations } from '../operations.js';
import { AllKindsSchema } from '../testing/all-kinds.js';
import { decodeJson } from './decode.js';
import { encodeJson } from './encode.js';
import { integerRange } from './scalar.js';

const SECRET = 'hunter2 <script>';

describe('a JSON body', () => {
  it('reports all violations with their paths', () => {
    const { violations } = decodeJson(AllKindsSchema, {
      one_bool: 'yes',
      oneString: 'camel',
      many_int32: [1, 2.5, 'x', null],
      self: { one_uint64: -1, unknown: { deep: SECRET } },
      selves: [{}, 7],
      time: '2026-02-30T00:00:00Z',
      times: ['2026-01-01T00:00:00Z', 5],
      colour: 1,
      text_by_name: { good: 'a', bad: 5 },
      count_by_name: [],
    });
    assert.deepEqual(
      violations.map(({ path }) => path),
      [
        ...[
          'one_bool',
          'oneString',
          'many_int32[1]',
          'many_int32[2]',
          'many_int32[3]',
          'self.one_uint64',
          'self.unknown',
        ],
        ...['selves[1]', 'time', 'times[1]', 'colour', 'text_by_name.bad', 'count_by_name'],
      ],
    );
  });

  it('keeps every digit of a free value, or refuses the integer by its path', () => {
    const read = (query: unknown) => decodeJson(SavedSearchesCreateRequestSchema, { query });
    assert.deepEqual(read({ a: 1_795_000_000_000_000_000n }).violations, []);
    assert.deepEqual(
      read({ a: [{ b: 1_234_567_890_123_456_789n }] }).violations.map(({ path }) => path),
      ['query.a[0].b'],
    );
  });

  it('requires the lists that replace what is stored, which may be empty', () => {
    const paths = (json: unknown) =>
      decodeJson(InhibitionSetRequestSchema, json).violations.map(({ path, reason }) => `${path} ${reason}`);
    for (const absent of [{}, { rules: null }, { expected_version: 1 }])
      assert.deepEqual(paths(absent), ['rules is required']);
    assert.deepEqual(paths({ rules: [] }), []);
    const read = (tags: unknown) => decodeJson(DashboardsUpdateRequestSchema, { tags }).violations;
    for (const absent of [{}, { values: null }])
      assert.deepEqual(read(absent), [{ path: 'tags.values', reason: 'is required' }]);
    assert.deepEqual(read({ values: [] }), []);
  });

  it('requires an object', () => {
    for (const json of [null, 5, 'text', [], undefined]) {
      assert.deepEqual(decodeJson(AllKindsSchema, json).violations, [{ path: 'body', reason: 'must be an object' }]);
    }
  });

  it('quotes nothing of the body in violations, except plain names', () => {
    fc.assert(
      fc.property(fc.json({ stringUnit: fc.constant(SECRET), maxDepth: 4 }), (text) => {
        const { violations } = decodeJson(AllKindsSchema, { self: JSON.parse(text) as unknown, one_int32: SECRET });
        assert.ok(violations.length > 0);
        assert.ok(!JSON.stringify(violations).includes('hunter2'));
      }),
    );
    const paths = decodeJson(AllKindsSchema, { 'x-y.z_$1': 1, 'a b': 1, ['k'.repeat(65)]: 1 }).violations.map(
      (v) => v.path,
    );
    assert.deepEqual(paths, ['x-y.z_$1', '?', '?']);
  });

  it('never produces a response longer than the request', () => {
    const json = Object.fromEntries(Array.from({ length: 5_000 }, (_, i) => [`unknown_${i}`, 1]));
    assert.equal(decodeJson(AllKindsSchema, json).violations.length, 100);
  });

  it('accepts 64-bit integers as numbers within the exact range', () => {
    const read = (version: unknown) => decodeJson(SavedSearchSchema, { version });
    assert.equal(read(9_007_199_254_740_991).message.version, 9_007_199_254_740_991n);
    for (const wrong of [
      '1',
      '9007199254740991',
      2 ** 53,
      -1,
      1.5,
      '1.0',
      '01',
      '0x1',
      ' 1',
      '',
      '1e3',
      true,
      Infinity,
    ]) {
      assert.equal(read(wrong).violations.length, 1, String(wrong));
    }
  });

  it('refuses a string of digits for an integer, of every operation with a body', () => {
    for (const { id, rpc, body } of operations) {
      if (body === undefined) continue;
      for (const { name, scalar, fieldKind } of rpc.input.fields) {
        if (fieldKind !== 'scalar' || scalar === undefined || !integerRange(scalar)) continue;
        const { violations } = decodeJson(rpc.input, { [name]: '1' });
        const found = violations.find(({ path }) => path === name);
        assert.deepEqual(found, { path: name, reason: 'must be an integer' }, `${id} ${name}`);
      }
    }
  });

  it('treats null as an omitted field, but keeps it in plain JSON', () => {
    const { message, violations } = decodeJson(SavedSearchesCreateRequestSchema, {
      name: null,
      project_id: null,
      query: { q: null, list: [null], nested: { a: null } },
    });
    assert.deepEqual(violations, []);
    assert.equal(message.projectId, undefined);
    assert.deepEqual(message.query, { q: null, list: [null], nested: { a: null } });
  });

  it('never changes a prototype', () => {
    const json = JSON.parse(
      '{"query": {"__proto__": {"polluted": 1}, "a": {"__proto__": 1}}, "__proto__": {"name": "x"}}',
    ) as unknown;
    const { message, violations } = decodeJson(SavedSearchesCreateRequestSchema, json);
    assert.deepEqual(
      violations.map(({ path }) => path),
      ['query.__proto__', 'query.a.__proto__', '__proto__'],
    );
    assert.deepEqual(message.query, { a: {} });
    assert.equal(message.name, '');
    assert.equal(({} as Record<string, unknown>).polluted, undefined);
    for (const name of ['constructor', 'toString', 'hasOwnProperty']) {
      assert.equal(decodeJson(SavedSearchesCreateRequestSchema, { [name]: 1 }).violations.length, 1);
    }
  });

  it('nests as deep as the binary codec allows, and no deeper', () => {
    const nested = (levels: number): unknown =>
      levels === 0 ? 1 : levels % 2 ? [nested(levels - 1)] : { a: nested(levels - 1) };
    const deepest = decodeJson(SavedSearchesCreateRequestSchema, { query: { a: nested(30) } });
    assert.deepEqual(deepest.violations, []);
    const bytes = toBinary(SavedSearchesCreateRequestSchema, deepest.message);
    assert.deepEqual(fromBinary(SavedSearchesCreateRequestSchema, bytes), deepest.message);
    assert.equal(decodeJson(SavedSearchesCreateRequestSchema, { query: { a: nested(32) } }).violations.length, 1);
    assert.equal(decodeJson(SavedSearchesCreateRequestSchema, { query: { a: nested(5_000) } }).violations.length, 1);

    const selves = (levels: number): unknown => (levels === 0 ? {} : { self: selves(levels - 1) });
    assert.deepEqual(decodeJson(AllKindsSchema, selves(32)).violations, []);
    assert.equal(decodeJson(AllKindsSchema, selves(40)).violations.length, 1);
  });

  it('accepts only text that every store can hold', () => {
    for (const text of ['a\0b', '\ud800', 'x\udc00']) {
      assert.equal(decodeJson(SavedSearchesCreateRequestSchema, { name: text }).violations.length, 1);
      assert.equal(decodeJson(SavedSearchesCreateRequestSchema, { query: { a: [text] } }).violations.length, 1);
      assert.equal(decodeJson(SavedSearchesCreateRequestSchema, { query: { [text]: 1 } }).violations.length, 1);
    }
  });

  it('sets at most one field of a oneof', () => {
    const { violations } = decodeJson(AllKindsSchema, { choice_text: 'a', choice_count: 1 });
    assert.deepEqual(
      violations.map(({ path }) => path),
      ['choice_count'],
    );
  });
});

describe('a JSON response', () => {
  it('contains fields without presence always and optional fields only when set', () => {
    assert.deepEqual(encodeJson(LogRecordSchema, create(LogRecordSchema, { level: '' })), {
      log_id: '',
      level: '',
      severity_number: 0,
      severity_text: '',
      body: '',
      event_name: '',
      service_name: '',
      environment: '',
      release: '',
      scope_name: '',
    });
  });

  it('keeps an attribute named __proto__', () => {
    const attributes = JSON.parse('{"__proto__": "kept"}') as Record<string, string>;
    const json = encodeJson(LogRecordSchema, create(LogRecordSchema, { attributes }));
    assert.equal(JSON.stringify(json.attributes), '{"__proto__":"kept"}');
  });

  it('rejects an integer that parsers would round', () => {
    const message = create(SavedSearchSchema, { version: 2n ** 53n });
    assert.throws(() => encodeJson(SavedSearchSchema, message), RangeError);
  });
});

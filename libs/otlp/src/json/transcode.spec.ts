import assert from 'node:assert/strict';
import { ServiceError } from '@svc/service-error';
import fc from 'fast-check';
import type { Signal } from '../signal.js';
import { requestArbitrary } from '../testing/arbitraries.js';
import { decodeRequest, encodeRequest } from '../testing/oracle.js';
import { transcodeJson } from './transcode.js';

const SIGNALS: readonly Signal[] = ['traces', 'logs', 'metrics'];
const HEX_FIELDS = new Set(['traceId', 'spanId', 'parentSpanId']);

/** A request as protobufjs takes it, in the spelling of OTLP/JSON. */
function toOtlpJson(value: unknown, name = ''): unknown {
  if (Buffer.isBuffer(value)) return value.toString(HEX_FIELDS.has(name) ? 'hex' : 'base64');
  if (Array.isArray(value)) return value.map((element) => toOtlpJson(element, name));
  if (typeof value === 'number' && !Number.isFinite(value)) return String(value);
  // JSON has no negative zero.
  if (typeof value === 'number') return Object.is(value, -0) ? '-0' : value;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, content]) => [key, toOtlpJson(content, key)]));
}

const transcode = (signal: Signal, json: unknown) => transcodeJson(signal, Buffer.from(JSON.stringify(json)));

/** Exemplars are not stored and so not transcoded. */
function withoutExemplars(value: unknown): unknown {
  if (Buffer.isBuffer(value) || typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(withoutExemplars);
  const fields = Object.entries(value).filter(([key]) => key !== 'exemplars');
  return Object.fromEntries(fields.map(([key, content]) => [key, withoutExemplars(content)]));
}

for (const signal of SIGNALS) {
  it(`encodes any ${signal} request in JSON as protobufjs does`, () => {
    fc.assert(
      fc.property(requestArbitrary(signal), (request) => {
        const expected = decodeRequest(signal, encodeRequest(signal, request));
        const actual = decodeRequest(signal, transcode(signal, toOtlpJson(request)));
        assert.deepEqual(withDefaults(actual), withDefaults(withoutExemplars(expected)));
      }),
    );
  });
}

/** A default value and an absent field are equivalent outside a `oneof`; both are compared as absent. */
function withDefaults(value: unknown): unknown {
  if (Buffer.isBuffer(value) || typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(withDefaults);
  const fields = Object.entries(value).filter(([key, content]) => isChoice(key) || !isDefault(content));
  return Object.fromEntries(fields.map(([key, content]) => [key, withDefaults(content)]));
}
const isChoice = (key: string): boolean => /^(as|string|int|bool|double|bytes|array|kvlist|min|max|sum)/.test(key);
const isDefault = (value: unknown): boolean =>
  value === 0 || value === '0' || value === '' || value === false || (value as Buffer).length === 0;

const log = (fields: object) => ({ resourceLogs: [{ scopeLogs: [{ logRecords: [fields] }] }] });
function onlyLog(json: unknown): Record<string, unknown> {
  const text = typeof json === 'string' ? json : JSON.stringify(json);
  const decoded = decodeRequest('logs', transcodeJson('logs', Buffer.from(text)));
  const [group] = decoded['resourceLogs'] as { scopeLogs: { logRecords: Record<string, unknown>[] }[] }[];
  return group.scopeLogs[0].logRecords[0];
}

it('accepts hexadecimal ids in either case', () => {
  const id = '0123456789ABCDEF0123456789abcdef';
  assert.equal((onlyLog(log({ traceId: id }))['traceId'] as Buffer).toString('hex'), id.toLowerCase());
});

it('keeps 64-bit integers exact as strings and as numbers', () => {
  assert.equal(onlyLog(log({ timeUnixNano: '1544712660300000001' }))['timeUnixNano'], '1544712660300000001');
  const text = JSON.stringify(log({ timeUnixNano: 0 })).replace(
    '"timeUnixNano":0',
    '"timeUnixNano": 1544712660300000001',
  );
  assert.equal(onlyLog(text)['timeUnixNano'], '1544712660300000001');
  const body = JSON.stringify(log({ body: { intValue: 0 } })).replace(':0', ':-9223372036854775808');
  assert.deepEqual(onlyLog(body)['body'], { intValue: '-9223372036854775808' });
});

it('ignores unknown and snake_case names, and treats null as absent', () => {
  const record = {
    severityText: 'INFO',
    severity_number: 9,
    time_unix_nano: 'x',
    nonsense: [{}],
    body: null,
    eventName: null,
  };
  assert.deepEqual(onlyLog(log(record)), { severityText: 'INFO', attributes: [] });
});

it('treats names that objects inherit like any other name', () => {
  const text =
    '{"__proto__":{"resourceLogs":[1]},"constructor":{"prototype":{"x":1}},"resourceLogs":[{"scopeLogs":[{"logRecords":[' +
    '{"__proto__":{"severityText":"ERROR"},"toString":1,"attributes":[{"key":"__proto__","value":{"stringValue":"v"}}]}]}]}]}';
  const record = onlyLog(text);
  assert.equal(record['severityText'], undefined);
  assert.deepEqual(record['attributes'], [{ key: '__proto__', value: { stringValue: 'v' } }]);
  assert.equal(({} as Record<string, unknown>)['x'], undefined);
});

const transcodeValue = (value: unknown) => log({ body: value });
const refusals: readonly [name: string, signal: Signal, json: unknown, path: string][] = [
  ['a body that is an array', 'logs', [], 'body'],
  ['a group that is an object', 'logs', { resourceLogs: {} }, 'resourceLogs'],
  ['an element that is null', 'logs', { resourceLogs: [null] }, 'resourceLogs'],
  ['an element that is a string', 'logs', { resourceLogs: [{ scopeLogs: ['x'] }] }, 'resourceLogs.scopeLogs'],
  [
    'an enum by name',
    'logs',
    log({ severityNumber: 'SEVERITY_NUMBER_INFO' }),
    'resourceLogs.scopeLogs.logRecords.severityNumber',
  ],
  ['a name that is a number', 'logs', log({ severityText: 5 }), 'resourceLogs.scopeLogs.logRecords.severityText'],
  [
    'a fraction for an integer',
    'logs',
    log({ severityNumber: 1.5 }),
    'resourceLogs.scopeLogs.logRecords.severityNumber',
  ],
  ['a time that is negative', 'logs', log({ timeUnixNano: '-1' }), 'resourceLogs.scopeLogs.logRecords.timeUnixNano'],
  [
    'a time of more than 64 bits',
    'logs',
    log({ timeUnixNano: '18446744073709551616' }),
    'resourceLogs.scopeLogs.logRecords.timeUnixNano',
  ],
  [
    'a time that is not a number',
    'logs',
    log({ timeUnixNano: 'now' }),
    'resourceLogs.scopeLogs.logRecords.timeUnixNano',
  ],
  ['an id that is not hexadecimal', 'logs', log({ traceId: 'xyz' }), 'resourceLogs.scopeLogs.logRecords.traceId'],
  ['an id of half a byte', 'logs', log({ spanId: 'abc' }), 'resourceLogs.scopeLogs.logRecords.spanId'],
  [
    'bytes that are not base64',
    'logs',
    transcodeValue({ bytesValue: '?' }),
    'resourceLogs.scopeLogs.logRecords.body.bytesValue',
  ],
  [
    'a boolean as text',
    'logs',
    transcodeValue({ boolValue: 'true' }),
    'resourceLogs.scopeLogs.logRecords.body.boolValue',
  ],
  [
    'a double as a word',
    'logs',
    transcodeValue({ doubleValue: 'one' }),
    'resourceLogs.scopeLogs.logRecords.body.doubleValue',
  ],
  [
    'an integer beyond 64 bits',
    'logs',
    transcodeValue({ intValue: '9223372036854775808' }),
    'resourceLogs.scopeLogs.logRecords.body.intValue',
  ],
  [
    'attributes as an object',
    'traces',
    { resourceSpans: [{ scopeSpans: [{ spans: [{ attributes: { a: 1 } }] }] }] },
    'resourceSpans.scopeSpans.spans.attributes',
  ],
];
for (const [name, signal, json, path] of refusals) {
  it(`rejects ${name}, naming ${path} but no value`, () => {
    assert.throws(
      () => transcode(signal, json),
      (error) => {
        assert.ok(error instanceof ServiceError && error.code === 'invalid_request');
        assert.equal(error.details[0]?.path, path);
        assert.match(error.message, new RegExp(`^${path}: (must be|is) [A-Za-z0-9, ]+$`));
        return true;
      },
    );
  });
}

for (const [name, body] of [
  ['text that is not JSON', '{"secret-key": secret-value'],
  ['nothing', ''],
  ['bytes that are not UTF-8', Buffer.from([0x22, 0xff, 0x22])],
] as const) {
  it(`refuses ${name} without quoting it`, () => {
    assert.throws(
      () => transcodeJson('logs', Buffer.from(body)),
      (error) => error instanceof ServiceError && /^body: is not valid (JSON|UTF-8)$/.test(error.message),
    );
  });
}

it('rejects values that are nested too deeply', () => {
  for (const depth of [200, 100_000]) {
    const value = '{"arrayValue":{"values":['.repeat(depth) + '{}' + ']}}'.repeat(depth);
    const text = JSON.stringify(log({ body: 0 })).replace('"body":0', `"body":${value}`);
    assert.throws(
      () => transcodeJson('logs', Buffer.from(text)),
      (error) => error instanceof ServiceError && error.code === 'invalid_request',
    );
  }
});

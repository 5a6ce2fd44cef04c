import assert from 'node:assert/strict';
import { ServiceError } from '@svc/service-error';
import { encodeRequest } from '../../testing/oracle.js';
import { attributes, logs, text } from '../../testing/requests.js';
import { readLogs } from './read-logs.js';

const options = { keys: new Set(['n', 'session.id']), maxRecords: 3 };
const read = (records: object[], resource?: object) =>
  readLogs(encodeRequest('logs', logs(records, resource)), options);
const plain = (values: ReadonlyMap<string, string | number> | undefined) => Object.fromEntries(values ?? []);

describe('log records as they were sent', () => {
  it.each<[string, object, object]>([
    ['a string', text('7'), { n: '7' }],
    ['an integer', { intValue: '9007199254740991' }, { n: Number.MAX_SAFE_INTEGER }],
    ['a negative integer', { intValue: '-3' }, { n: -3 }],
    ['a double', { doubleValue: 12.5 }, { n: 12.5 }],
    ['a boolean, which is left out', { boolValue: true }, {}],
    ['an array, which is left out', { arrayValue: { values: [text('a')] } }, {}],
  ])('have an attribute with %s', (_, value, expected) => {
    assert.deepEqual(
      plain(read([{ attributes: attributes({ n: value, other: text('x') }) }])[0]?.attributes),
      expected,
    );
  });

  it('have their time, body, scope, and the attributes of their resource', () => {
    const resource = { attributes: attributes({ 'session.id': text('größe') }) };
    const [first, second] = read(
      [{ timeUnixNano: '1790000000123500000', body: text('{"a":"😀"}') }, { body: { intValue: '1' } }],
      resource,
    );
    assert.deepEqual([first?.timeMs, first?.body, first?.scope], [1_790_000_000_123.5, '{"a":"😀"}', 'lib 1.0']);
    assert.deepEqual([second?.timeMs, second?.body], [0, '']);
    assert.deepEqual(plain(second?.resource), { 'session.id': 'größe' });
  });

  it('are refused if there are too many, or if a record is cut off', () => {
    const refusal = (run: () => unknown): string => {
      try {
        run();
      } catch (error) {
        if (error instanceof ServiceError) return error.code;
        throw error;
      }
      return 'accepted';
    };
    assert.equal(
      refusal(() => read([{}, {}, {}])),
      'accepted',
    );
    assert.equal(
      refusal(() => read([{}, {}, {}, {}])),
      'payload_too_large',
    );
    const body = encodeRequest('logs', logs([{ body: text('slice') }]));
    assert.equal(
      refusal(() => readLogs(body.subarray(0, -1), options)),
      'invalid_request',
    );
  });
});

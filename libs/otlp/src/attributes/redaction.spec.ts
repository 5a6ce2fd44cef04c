import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { RequestContext } from '../signal.js';
import { decodeLogs, MAX_REDACTED_BYTES, OVERSIZED, type LogEntry } from '../signals/logs/decode-logs.js';
import { requestArbitrary } from '../testing/arbitraries.js';
import { encodeRequest } from '../testing/oracle.js';
import { attributes, CONTEXT, logs, text } from '../testing/requests.js';

const REDACTING = { ...CONTEXT, redacts: true };
const R = '[REDACTED]';
const list = (...values: object[]) => ({ arrayValue: { values } });
const map = (values: Readonly<Record<string, object>>) => ({ kvlistValue: { values: attributes(values) } });

function decode(request: object, context: RequestContext = REDACTING): LogEntry[] {
  const steps = [...decodeLogs(encodeRequest('logs', request), context)];
  return steps.filter((step) => step !== undefined && step !== OVERSIZED);
}

const VECTORS: readonly (readonly [key: string, value: object, expected: string])[] = [
  ['note', text('mail joe@example.org now'), `mail ${R} now`],
  ['note', text('card 4111 1111 1111 1111'), `card ${R}`],
  ['note', text('call +1 415 555 2671'), `call ${R}`],
  ['http.url', text('https://u:p4ssw0rd@example.org/?token=abc123'), `https://${R}@example.org/?token=${R}`],
  ['note', text('Authorization: Bearer abc.def-123456'), `Authorization: Bearer ${R}`],
  ['http.request.header.authorization', list(text('Basic dTpw')), R],
  ['db.password', text('x'), R],
  ['db.password', { intValue: 1 }, R],
  ['db.password', map({ a: text('x') }), R],
  ['card_number', { intValue: '4111111111111111' }, R],
  ['amount', { intValue: '4111111111111111' }, '4111111111111111'],
  ['started', { doubleValue: 1.5 }, '1.5'],
  ['run_id', text('20260115093011'), '20260115093011'],
  ['messages', list(text('joe@example.org'), { boolValue: true }), `["${R}",true]`],
  ['headers', map({ cookie: text('a=b'), accept: text('*/*') }), `{"cookie":"${R}","accept":"*/*"}`],
  [
    'deep',
    map({ a: list(map({ phone: text('415-555-2671'), n: { intValue: 7 } })) }),
    `{"a":[{"phone":"${R}","n":7}]}`,
  ],
  ['quoted', list(text('"joe@example.org"')), `["\\"${R}\\""]`],
  ['text', text('plain words, 12 of them'), 'plain words, 12 of them'],
  ['text', text('naïve café'), 'naïve café'],
  ['text', text('écrire à joe@example.org'), `écrire à ${R}`],
  ['user.id', text('joe@example.org'), 'joe@example.org'],
  ['session.id', text('4111111111111111'), '4111111111111111'],
  ['service.name', text('joe@example.org'), 'joe@example.org'],
];

describe('redaction of a request', () => {
  for (const [key, value, expected] of VECTORS) {
    it(`${key} ${JSON.stringify(value)} becomes ${expected}`, () => {
      const record = { body: value, attributes: attributes({ [key]: value }) };
      const [entry] = decode(logs([record], { attributes: attributes({ [key]: value }) }));
      assert.deepEqual([entry?.attributes, entry?.resource], [[[key, expected]], [[key, expected]]]);
    });
  }

  it('replaces parts of bodies, whatever their form', () => {
    const bodies = [text('password=x'), map({ token: text('x') }), list(text('joe@example.org'))];
    assert.deepEqual(
      decode(logs(bodies.map((body) => ({ body })))).map(({ body }) => body),
      [`password=${R}`, `{"token":"${R}"}`, `["${R}"]`],
    );
  });

  it('changes nothing but bodies and values of attributes', () => {
    const strip = ({ body: _body, attributes: pairs, resource, ...rest }: LogEntry) => ({
      ...rest,
      keys: [pairs, resource].map((list) => list.map(([key]) => key)),
    });
    fc.assert(
      fc.property(requestArbitrary('logs'), (request) => {
        assert.deepEqual(decode(request).map(strip), decode(request, CONTEXT).map(strip));
      }),
      { numRuns: 150 },
    );
  });

  it('does not decode a record that is too large to be redacted in one step', () => {
    const body = encodeRequest('logs', logs([{ body: text('@'.repeat(MAX_REDACTED_BYTES)) }, { body: text('a') }]));
    const steps = [...decodeLogs(body, REDACTING)].filter((step) => step !== undefined);
    assert.deepEqual([steps[0], steps.length], [OVERSIZED, 2]);
  });
});

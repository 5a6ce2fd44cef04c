import assert from 'node:assert/strict';
import { gzipSync } from 'node:zlib';
import { makeKey } from '../api.js';
import { theService } from '../topology.js';
import { capture, post } from './capture.js';

const SENTINEL = 'do-not-echo-9c1b@example.com';
const EVENT = { event: 'refusals', distinct_id: 'refused-1' };
const body = (...events: unknown[]) => JSON.stringify({ events });

describe('refusals of capture requests', () => {
  let readOnly: string;
  let bound: string;
  beforeAll(async () => {
    readOnly = (await makeKey(['logs:read'])).secret;
    bound = (await makeKey(['analytics:write'])).secret;
  });

  const cases: [string, number, string, Parameters<typeof post>][] = [
    ['with a wrong key', 401, 'unauthenticated', [body(EVENT), { 'x-svc-api-key': 'svc_wrong' }]],
    ['for a project that does not exist', 404, 'not_found', [body(EVENT), {}, `?project_id=${crypto.randomUUID()}`]],
    ['for two projects', 403, 'permission_denied', [body(EVENT), {}, '?project_id=a&project_id=b']],
    ['for a project with a bad escape', 403, 'permission_denied', [body(EVENT), {}, '?project_id=%zz']],
    ['that is not JSON', 400, 'invalid_request', [`{"events":[${SENTINEL}`]],
    ['that is not an object', 400, 'invalid_request', [JSON.stringify([EVENT])]],
    ['without events', 400, 'invalid_request', ['{"events":[]}']],
    ['with 1,001 events', 400, 'invalid_request', [body(...Array.from({ length: 1001 }, () => EVENT))]],
    ['in an unknown encoding', 415, 'unsupported_media_type', [body(EVENT), { 'content-encoding': 'lzma' }]],
    ['in another encoding than it says', 400, 'invalid_request', [body(EVENT), { 'content-encoding': 'br' }]],
    ['of more than 5 MiB', 413, 'payload_too_large', [body({ ...EVENT, x: 'y'.repeat(6 * 1024 * 1024) })]],
    [
      'that expands to more than 20 MiB',
      413,
      'payload_too_large',
      [gzipSync(Buffer.alloc(21 * 1024 * 1024, ' ')), { 'content-encoding': 'gzip' }],
    ],
  ];
  for (const [what, status, code, request] of cases) {
    it(`refuses ${what}: ${status} ${code}, repeating nothing`, async () => {
      const answer = await post(...request);
      assert.equal(answer.status, status, answer.text);
      assert.equal(answer.json['error'], code);
      assert.equal(typeof answer.json['message'], 'string');
      assert.ok(!answer.text.includes(SENTINEL));
    });
  }

  it('refuses a request without a credential with 401, and without the scope with 403 naming it', async () => {
    const none = await fetch(`${theService().ingestUrl}/api/v1/capture`, { method: 'POST', body: body(EVENT) });
    assert.equal(none.status, 401);
    await none.arrayBuffer();
    const answer = await post(body(EVENT), { 'x-svc-api-key': readOnly });
    assert.deepEqual([answer.status, answer.json['error']], [403, 'permission_denied']);
    assert.match(answer.text, /analytics:write/);
    assert.equal((await post(body(EVENT), { 'x-svc-api-key': bound })).status, 200);
  });

  it('refuses another method with 405', async () => {
    const answer = await fetch(`${theService().ingestUrl}/api/v1/capture`);
    assert.deepEqual([answer.status, answer.headers.get('allow')], [405, 'POST, OPTIONS']);
    await answer.arrayBuffer();
  });
});

describe('rejected events, with index and code, beside accepted ones', () => {
  const good = { ...EVENT, event: 'neighbour' };
  const cases: [string, object, string][] = [
    [
      'a name with sensitive text is rejected, not renamed',
      { ...EVENT, event: `mail ${SENTINEL}` },
      'sensitive_event_name',
    ],
    ['distinct_id is required', { event: 'x' }, 'missing_field'],
    ['distinct_id has at most 200 bytes', { ...EVENT, distinct_id: 'é'.repeat(101) }, 'too_long'],
    ['anon_distinct_id is printable', { ...EVENT, anon_distinct_id: 'a\u0007' }, 'not_printable'],
    ['session_id has at most 200 bytes', { ...EVENT, session_id: 'x'.repeat(201) }, 'too_long'],
    ['message_id has at most 200 bytes', { ...EVENT, message_id: 'x'.repeat(201) }, 'too_long'],
    ['group_key has at most 200 bytes', { ...EVENT, group_type: 'c', group_key: 'x'.repeat(201) }, 'too_long'],
    ['$groups has at most 200 bytes', { ...EVENT, properties: { $groups: { c: 'x'.repeat(201) } } }, 'too_long'],
    ['timestamp is RFC 3339', { ...EVENT, timestamp: SENTINEL }, 'invalid_timestamp'],
    [
      'a key is in one mutation field only',
      { ...EVENT, set: { [SENTINEL]: 1 }, unset: [SENTINEL] },
      'mutation_key_conflict',
    ],
    ['mutation names are not empty', { ...EVENT, set: { '': SENTINEL } }, 'empty_mutation_name'],
    ['mutation names stand once', { ...EVENT, unset: [SENTINEL, SENTINEL] }, 'duplicate_mutation_key'],
    [
      'at most 250 combined mutation keys',
      { ...EVENT, set: Object.fromEntries(Array.from({ length: 250 }, (_, i) => [`k${i}`, 1])), unset: ['z'] },
      'too_many_mutation_keys',
    ],
    [
      'unset is rejected in $groupidentify',
      { ...EVENT, event: '$groupidentify', group_type: 'c', group_key: 'k', unset: ['a'] },
      'unset_not_supported',
    ],
    ['control characters are rejected', { ...EVENT, properties: { a: `${SENTINEL}\u0000` } }, 'control_character'],
    [
      'at most 16 levels',
      { ...EVENT, properties: JSON.parse(`${'{"a":'.repeat(17)}1${'}'.repeat(17)}`) as object },
      'nesting_too_deep',
    ],
    ['at most 250 entries', { ...EVENT, properties: { a: Array.from({ length: 251 }, () => 1) } }, 'too_many_entries'],
    [
      'property names have at most 512 bytes',
      { ...EVENT, properties: { ['x'.repeat(513)]: 1 } },
      'property_key_too_long',
    ],
    ['strings have at most 32768 bytes', { ...EVENT, properties: { a: 'x'.repeat(32_769) } }, 'string_too_long'],
  ];
  for (const [rule, event, code] of cases) {
    it(rule, async () => {
      const answer = await capture(good, event, good);
      assert.deepEqual([answer['accepted'], answer['rejected']], [2, 1]);
      assert.deepEqual([answer['errors']?.[0]?.['index'], answer['errors']?.[0]?.['code']], [1, code]);
      assert.match(String(answer['request_id']), /^[0-9a-f-]{36}$/);
      assert.ok(!JSON.stringify(answer).includes(SENTINEL));
    });
  }

  it('rejects an event in which the text of an object has the same name twice', async () => {
    const { json } = await post('{"events":[{"event":"x","distinct_id":"refused-1","set":{"a":1,"\\u0061":2}}]}');
    assert.equal(json['errors']?.[0]?.['code'], 'duplicate_mutation_key');
  });
});

import assert from 'node:assert/strict';
import { OFREPProvider } from '@openfeature/ofrep-provider';
import { ErrorCode, OpenFeature, type Client } from '@openfeature/server-sdk';
import { theService } from '../topology.js';
import { create, openProject, type Scene } from './flag.js';

const everybody = { groups: [{ conditions: [] }] };

async function post(path: string, key: string | null, body: unknown, headers: Record<string, string> = {}) {
  const answer = await fetch(`${theService().httpUrl}/ofrep/v1/evaluate/flags${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(key !== null && { authorization: `Bearer ${key}` }),
      ...headers,
    },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  const text = await answer.text();
  return {
    status: answer.status,
    headers: answer.headers,
    text,
    json: (text === '' ? {} : JSON.parse(text)) as Record<string, unknown>,
  };
}

describe('flags: OpenFeature', () => {
  let scene: Scene;
  let client: Client;
  beforeAll(async () => {
    scene = await openProject();
    const variants = (payload: unknown) => [{ key: 'only', weight: 100, payload }];
    await create(scene, { key: 'bool' });
    await create(scene, { key: 'nobody', filters: { groups: [] } });
    await create(scene, { key: 'inactive', active: false });
    await create(scene, { key: 'half', filters: { groups: [{ conditions: [], rollout_percentage: 50 }] } });
    await create(scene, { key: 'text', variants: variants('hello'), filters: everybody });
    await create(scene, { key: 'named', variants: [{ key: 'red', weight: 100 }], filters: everybody });
    await create(scene, { key: 'number', variants: variants(4.5), filters: everybody });
    await create(scene, { key: 'object', variants: variants({ a: [1, null] }), filters: everybody });
    const conditions = [{ type: 'person', key: 'email', operator: 'ends_with', value: '@example.com' }];
    await create(scene, { key: 'targeted', filters: { groups: [{ conditions }] } });
    const provider = new OFREPProvider({
      baseUrl: theService().httpUrl,
      headers: [['Authorization', `Bearer ${scene.key}`]],
    });
    await OpenFeature.setProviderAndWait('e2e', provider);
    client = OpenFeature.getClient('e2e');
  });
  afterAll(() => OpenFeature.close());

  const context = { targetingKey: 'user-1', email: 'a@example.com' };

  it('gives the server SDK values of every type', async () => {
    assert.equal(await client.getBooleanValue('bool', false, context), true);
    assert.equal(await client.getBooleanValue('nobody', true, context), false);
    assert.equal(await client.getStringValue('text', '', context), 'hello');
    assert.equal(await client.getStringValue('named', '', context), 'red');
    assert.equal(await client.getNumberValue('number', 0, context), 4.5);
    assert.deepEqual(await client.getObjectValue('object', {}, context), { a: [1, null] });
  });

  it('gives the server SDK reasons, variants and metadata', async () => {
    const reasons: Record<string, string | undefined> = {};
    for (const key of ['bool', 'nobody', 'inactive', 'targeted'])
      reasons[key] = (await client.getBooleanDetails(key, true, context)).reason;
    assert.deepEqual(reasons, {
      bool: 'TARGETING_MATCH',
      nobody: 'DEFAULT',
      inactive: 'STATIC',
      targeted: 'TARGETING_MATCH',
    });
    const details = await client.getStringDetails('text', '', context);
    assert.equal(details.variant, 'only');
    assert.deepEqual(details.flagMetadata, { version: 1, reason: 'condition_match' });
    const other = await client.getBooleanDetails('targeted', true, { ...context, email: 'a@other.example' });
    assert.deepEqual([other.value, other.reason], [false, 'DEFAULT']);
  });

  it('answers SPLIT to those who are in a rollout', async () => {
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        client.getBooleanDetails('half', false, { targetingKey: `user-${index}` }),
      ),
    );
    assert.deepEqual(
      new Set(answers.map(({ value, reason }) => `${value} ${reason}`)),
      new Set(['true SPLIT', 'false DEFAULT']),
    );
  });

  it('gives the server SDK the errors of the protocol, and its default', async () => {
    const unknown = await client.getBooleanDetails('unknown', true, context);
    assert.deepEqual([unknown.value, unknown.errorCode], [true, ErrorCode.FLAG_NOT_FOUND]);
    const keyless = await client.getBooleanDetails('bool', false, {});
    assert.deepEqual([keyless.value, keyless.errorCode], [false, ErrorCode.TARGETING_KEY_MISSING]);
    const mismatched = await client.getNumberDetails('text', 7, context);
    assert.deepEqual([mismatched.value, mismatched.errorCode], [7, ErrorCode.TYPE_MISMATCH]);
  });

  it('evaluates all flags at once, with an ETag that is 304 while nothing changes', async () => {
    const first = await post('', scene.key, { context });
    assert.equal(first.status, 200);
    const flags = first.json['flags'] as { key: string; value?: unknown }[];
    assert.deepEqual(flags.map(({ key }) => key).sort(), [
      'bool',
      'half',
      'inactive',
      'named',
      'nobody',
      'number',
      'object',
      'targeted',
      'text',
    ]);
    const etag = first.headers.get('etag') ?? '';
    assert.match(etag, /^"[^"]+"$/);
    const again = await post('', scene.key, { context }, { 'if-none-match': etag });
    assert.deepEqual([again.status, again.text, again.headers.get('etag')], [304, '', etag]);
    const other = await post('', scene.key, { context: { ...context, email: 'x' } }, { 'if-none-match': etag });
    assert.equal(other.status, 200);
  });

  it('returns the empty value of its type for a flag that is off without a default variant', async () => {
    await create(scene, { key: 'novalue', variants: [{ key: 'a', weight: 100 }], filters: { groups: [] } });
    const { status, json } = await post('/novalue', scene.key, { context });
    assert.deepEqual([status, json['reason'], json['value'], json['variant']], [200, 'DEFAULT', '', 'off']);
  });

  it('refuses an invalid body, context and key by the protocol', async () => {
    const cases: [unknown, number, string][] = [
      ['{', 400, 'PARSE_ERROR'],
      ['[]', 400, 'PARSE_ERROR'],
      [{}, 400, 'INVALID_CONTEXT'],
      [{ context: [] }, 400, 'INVALID_CONTEXT'],
      [{ context: {} }, 400, 'TARGETING_KEY_MISSING'],
      [{ context: { targetingKey: 5 } }, 400, 'INVALID_CONTEXT'],
      [{ context: { targetingKey: 'x', $groups: { company: 5 } } }, 400, 'INVALID_CONTEXT'],
    ];
    for (const [body, status, errorCode] of cases) {
      const one = await post('/bool', scene.key, body);
      assert.deepEqual([one.status, one.json['key'], one.json['errorCode']], [status, 'bool', errorCode], one.text);
      const all = await post('', scene.key, body);
      assert.deepEqual([all.status, all.json['errorCode']], [status, errorCode], all.text);
    }
    const unknown = await post('/unknown', scene.key, { context });
    assert.deepEqual(
      [unknown.status, unknown.json['key'], unknown.json['errorCode']],
      [404, 'unknown', 'FLAG_NOT_FOUND'],
    );
  });

  it('refuses requests without credential or scope, and accepts X-API-Key as well', async () => {
    assert.equal((await post('', null, { context })).status, 401);
    assert.equal((await post('', null, { context }, { 'x-api-key': scene.key })).status, 200);
    const { secret } = await (await import('../api.js')).makeKey(['flags:read'], scene.project);
    assert.equal((await post('/bool', secret, { context })).status, 403);
  });
});

import assert from 'node:assert/strict';
import { create } from '@bufbuild/protobuf';
import { generateApiKey } from '@svc/auth';
import { KeysResolveResponseSchema } from '@svc/contract';
import { identify, publishedKey } from './identify.js';
import { KeyDirectory } from './key-directory.js';

const [KEY, OTHER] = [generateApiKey('publishable').secret, generateApiKey('publishable').secret];
const SECRET = generateApiKey('project').secret;

describe('API key in the URL', () => {
  for (const [name, query, expected] of [
    ['is read', `?api_key=${KEY}`, KEY],
    ['is read among other parameters', `?x=1&api_key=${KEY}&y=2`, KEY],
    ['may be repeated', `?api_key=${KEY}&api_key=${KEY}`, KEY],
    ['is absent without a query', '', undefined],
    ['is absent when empty', '?api_key=', undefined],
    ['is ignored when there are two different keys', `?api_key=${KEY}&api_key=${OTHER}`, undefined],
    ['is ignored when one of two is malformed', `?api_key=${KEY}&api_key=%zz`, undefined],
    ['is ignored when it is a secret key', `?api_key=${SECRET}`, undefined],
    ['is ignored when it is mistyped', `?api_key=${KEY.slice(0, -1)}`, undefined],
    ['is read under its short name', `?key=${KEY}`, KEY],
    ['is ignored when its two names have different ones', `?key=${KEY}&api_key=${OTHER}`, undefined],
    ['is ignored under another name', `?token=${KEY}`, undefined],
  ] as const) {
    it(name, () => assert.equal(publishedKey(`/api/v1/capture${query}`), expected));
  }
});

describe('a request whose key is in the URL', () => {
  const resolved: unknown[] = [];
  const keys = new KeyDirectory((hash) => {
    resolved.push(hash);
    return Promise.resolve(create(KeysResolveResponseSchema, { keyId: 'k', scopes: ['analytics:write'] }));
  });
  const identified = (url: string, header?: string) =>
    identify(
      { url, headers: {}, rawHeaders: header === undefined ? [] : ['x-svc-api-key', header] },
      keys,
      'analytics:write',
    );
  const refusal = (message: string) => ({ code: 'unauthenticated', message });
  const NOT_PUBLISHABLE =
    'A key in the URL must be a publishable key; send any other key in the header Authorization or X-Svc-Api-Key.';

  for (const parameter of ['key', 'api_key'])
    for (const kind of ['project', 'org'] as const)
      it(`is refused on every route with the reason when ${parameter} is a secret key (${kind}), which is not looked up`, async () => {
        const secret = generateApiKey(kind).secret;
        for (const route of ['/api/v1/replay', '/api/v1/capture', '/v1/traces'])
          await assert.rejects(identified(`${route}?${parameter}=${secret}`), refusal(NOT_PUBLISHABLE));
        assert.deepEqual(resolved, []);
      });

  it('is refused with the reason when the URL has two different keys, and as usual without any', async () => {
    const several = 'The URL has several different keys; it must have one publishable key.';
    await assert.rejects(identified(`/api/v1/replay?key=${KEY}&api_key=${OTHER}`), refusal(several));
    await assert.rejects(identified('/api/v1/replay'), refusal('A valid credential is required.'));
  });

  it('is accepted with a publishable key, and with a key in a header whatever the URL has', async () => {
    assert.equal((await identified(`/api/v1/replay?key=${KEY}`)).keyId, 'k');
    assert.equal((await identified(`/api/v1/replay?key=${SECRET}`, SECRET)).keyId, 'k');
  });
});

import assert from 'node:assert/strict';
import { ServiceError } from '@svc/service-error';
import { generateApiKey } from './api-key.js';
import { extractAnyCredential, extractBareKey, extractBasicKey, extractCredential } from './credential.js';

describe('extractCredential', () => {
  const accepted: [string, string[], string | undefined][] = [
    ['nothing', [], undefined],
    ['no credential among other headers', ['Host', 'x', 'Accept', '*/*'], undefined],
    ['the documented header', ['X-Svc-API-Key', 'key-1'], 'key-1'],
    ['header names in any case', ['x-sVC-api-KEY', 'key-1'], 'key-1'],
    ['the alternative header', ['X-API-Key', 'key-1'], 'key-1'],
    ['Authorization: ApiKey', ['Authorization', 'ApiKey key-1'], 'key-1'],
    ['Authorization: Bearer', ['Authorization', 'Bearer key-1'], 'key-1'],
    ['Authorization: GenieKey', ['Authorization', 'GenieKey key-1'], 'key-1'],
    ['schemes in any case', ['authorization', 'BEARER   key-1 '], 'key-1'],
    ['an empty header as absent', ['X-Svc-API-Key', '', 'X-API-Key', 'key-1'], 'key-1'],
    ['a scheme without a key as absent', ['Authorization', 'Bearer '], undefined],
    ['another scheme as absent', ['Authorization', 'Basic a2V5', 'X-API-Key', 'key-1'], 'key-1'],
    ['the same credential sent twice', ['X-API-Key', 'key-1', 'Authorization', 'ApiKey key-1'], 'key-1'],
  ];
  for (const [name, headers, expected] of accepted) {
    it(`reads ${name}`, () => assert.equal(extractCredential(headers), expected));
  }

  const refused: [string, string[]][] = [
    ['two headers', ['X-Svc-API-Key', 'key-1', 'X-API-Key', 'key-2']],
    ['one header repeated', ['X-Svc-API-Key', 'key-1', 'X-Svc-API-Key', 'key-2']],
    ['Authorization repeated', ['Authorization', 'Bearer key-1', 'Authorization', 'Bearer key-2']],
    ['a header and Authorization', ['X-API-Key', 'key-1', 'Authorization', 'ApiKey key-2']],
  ];
  for (const [name, headers] of refused) {
    it(`refuses different credentials in ${name} without repeating them`, () => {
      assert.throws(
        () => extractCredential(headers),
        (error) => error instanceof ServiceError && error.code === 'unauthenticated' && !/key-/.test(error.message),
      );
    });
  }
});

describe('extractBasicKey', () => {
  const [{ secret }, { secret: other }] = [generateApiKey('project'), generateApiKey('project')];
  const basic = (text: string) => `Basic ${btoa(text)}`;

  it.each<[string, string | undefined, string | undefined]>([
    ['a key as password', basic(`tenant:${secret}`), secret],
    ['a key as user name', basic(`${secret}:`), secret],
    ['a key as user name beside another password', basic(`${secret}:x`), secret],
    ['a key as user name without a colon', basic(secret), secret],
    ['the password of two keys', basic(`${other}:${secret}`), secret],
    ['a password of another form, which an operator may have chosen', basic('tenant:chosen:by-hand'), 'chosen:by-hand'],
    ['nothing of an empty password', basic('tenant:'), undefined],
    ['nothing of another scheme', `Bearer ${secret}`, undefined],
    ['nothing that is not Base64', 'Basic {}', undefined],
    ['nothing', undefined, undefined],
  ])('reads %s', (_, header, expected) => assert.equal(extractBasicKey(header), expected));
});

describe('extractBareKey', () => {
  const { secret } = generateApiKey('publishable');

  it.each<[string, string[], string | undefined]>([
    ['a key of this service', ['Host', 'x', 'Authorization', ` ${secret} `], secret],
    ['a key whose checksum is wrong', ['Authorization', `${secret.slice(0, -1)}_`], undefined],
    ['another text', ['Authorization', 'key-1'], undefined],
    ['a scheme', ['Authorization', `Token ${secret}`], undefined],
    ['the header twice', ['Authorization', secret, 'authorization', secret], undefined],
    ['a value that is named like the header', ['X-Name', 'authorization', secret, 'x'], undefined],
    ['nothing', [], undefined],
  ])('reads from Authorization %s', (_, headers, expected) => assert.equal(extractBareKey(headers), expected));
});

describe('extractAnyCredential', () => {
  const { secret } = generateApiKey('project');
  const basic = (text: string) => ['Authorization', `Basic ${btoa(text)}`];

  it.each<[string, string[], string | undefined]>([
    ['a key as password', basic(`grafana:${secret}`), secret],
    ['a key as user name', basic(`${secret}:`), secret],
    ['the same key in another header', [...basic(`a:${secret}`), 'X-API-Key', secret], secret],
    ['a key beside the credentials of a proxy', [...basic('alice:secret'), 'X-API-Key', 'key-1'], 'key-1'],
    ['nothing of the credentials of a proxy', basic('alice:secret'), undefined],
    ['nothing of the header twice', [...basic(`a:${secret}`), ...basic(`a:${secret}`)], undefined],
    ['a Bearer token', ['Authorization', `Bearer ${secret}`], secret],
  ])('reads %s', (_, headers, expected) => assert.equal(extractAnyCredential(headers), expected));

  it('refuses a key beside another one', () => {
    const headers = [...basic(`a:${secret}`), 'X-API-Key', generateApiKey('project').secret];
    assert.throws(() => extractAnyCredential(headers), { code: 'unauthenticated' });
  });
});

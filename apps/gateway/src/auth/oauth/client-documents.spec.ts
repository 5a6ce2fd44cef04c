import assert from 'node:assert/strict';
import { toClient } from './client-documents.js';

const ID = 'https://client.example/oauth/client.json';
const document = { client_id: ID, client_name: 'Agent', redirect_uris: ['http://127.0.0.1/callback'] };
const read = (changes: Record<string, unknown> = {}) => toClient(ID, JSON.stringify({ ...document, ...changes }));

describe('the document of a client', () => {
  it('describes a public client, whose host stands beside the name that it chose', () => {
    assert.deepEqual(read(), {
      id: ID,
      name: 'Agent (client.example)',
      redirectUris: ['http://127.0.0.1/callback'],
    });
    assert.equal(read({ client_name: 'svc\u202e' })?.name, 'client.example');
    assert.equal(read({ client_name: undefined })?.name, 'client.example');
  });

  const refused: [string, Record<string, unknown>][] = [
    ['of another client', { client_id: 'https://client.example/other.json' }],
    ['of a client with a secret', { token_endpoint_auth_method: 'client_secret_basic' }],
    ['without an address', { redirect_uris: [] }],
    [
      'with too many addresses',
      { redirect_uris: Array.from({ length: 21 }, (_, index) => `http://127.0.0.1/${index}`) },
    ],
    ['with an address that a browser would run', { redirect_uris: ['javascript:alert(1)'] }],
    ['with an address that is no text', { redirect_uris: [1] }],
  ];
  for (const [name, changes] of refused) it(`is refused ${name}`, () => assert.equal(read(changes), undefined));

  it('is refused if it is no JSON object', () => {
    for (const text of ['', '[]', 'null', '<html>']) assert.equal(toClient(ID, text), undefined);
  });
});

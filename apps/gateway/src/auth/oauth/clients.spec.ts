import assert from 'node:assert/strict';
import { isClientItem, isRedirectAddress, isRegistered, toClients } from './clients.js';

describe('clients of the authorization code flow', () => {
  const clients = toClients([
    'agent=http://127.0.0.1/callback',
    'agent=http://localhost/callback?from=svc',
    'editor=editor://auth/callback',
    'web=https://app.example/callback',
  ]);
  const accepts = (id: string, uri: string): boolean => {
    const client = clients.get(id);
    assert.ok(client);
    return isRegistered(client, uri);
  };

  it('collects the addresses of each client', () => {
    assert.deepEqual([...clients.keys()], ['agent', 'editor', 'web']);
    assert.equal(clients.get('agent')?.redirectUris.length, 2);
  });

  const redirects: [string, string, boolean][] = [
    ['agent', 'http://127.0.0.1/callback', true],
    ['agent', 'http://127.0.0.1:51234/callback', true],
    ['agent', 'http://localhost:51234/callback?from=svc', true],
    ['agent', 'http://localhost:51234/callback', false],
    ['agent', 'http://127.0.0.1:51234/callback/', false],
    ['agent', 'http://127.0.0.1:51234/callback?more=1', false],
    ['agent', 'https://127.0.0.1/callback', false],
    ['agent', 'http://127.0.0.1.evil.example/callback', false],
    ['agent', 'http://user@127.0.0.1/callback', false],
    ['agent', 'http://127.0.0.1/callback#part', false],
    ['editor', 'editor://auth/callback', true],
    ['editor', 'editor://auth/other', false],
    ['web', 'https://app.example/callback', true],
    ['web', 'https://app.example:8443/callback', false],
    ['web', 'https://app.example/callback?x=1', false],
  ];
  for (const [id, uri, isAccepted] of redirects)
    it(`${isAccepted ? 'accepts' : 'refuses'} ${uri} of ${id}`, () => assert.equal(accepts(id, uri), isAccepted));

  it('refuses addresses that a browser would run, and http beyond the machine', () => {
    for (const uri of [
      'javascript:alert(1)',
      'data:text/html,x',
      'file:///etc/passwd',
      'http://app.example/',
      'no address',
    ])
      assert.equal(isRedirectAddress(uri), false, uri);
  });

  it('knows items of the setting', () => {
    assert.ok(isClientItem('svc-mcp=http://127.0.0.1/callback'));
    for (const item of [
      'svc-mcp',
      '=http://127.0.0.1/',
      'a b=http://127.0.0.1/',
      'a=http://other.example/',
      'a=javascript:x',
    ])
      assert.ok(!isClientItem(item), item);
  });
});

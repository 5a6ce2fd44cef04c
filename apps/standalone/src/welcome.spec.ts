import assert from 'node:assert/strict';
import { loadConfig } from '@svc/config';
import { STANDALONE_SETTINGS } from './standalone.settings.js';
import { welcome } from './welcome.js';

const NOBODY = { owner: undefined, setupToken: 'svc_setup_secret' };

describe('welcome', () => {
  const config = loadConfig(STANDALONE_SETTINGS, {});

  it('shows the key of a first start once, and where it was saved', () => {
    const text = welcome(config, { profile: 'default', secret: 'svc_org_secret' }, NOBODY);
    assert.match(text, /API key {3}svc_org_secret {4}shown only once; saved in the svc profile 'default'/);
    assert.doesNotMatch(text, /Owner/);
  });

  it('says what became of the configured owner at a later start', () => {
    const text = welcome(config, undefined, {
      owner: 'ada@example.com was created as an owner',
      setupToken: undefined,
    });
    assert.match(text, /^ {2}Owner {5}ada@example\.com was created as an owner$/m);
    assert.doesNotMatch(text, /API key {3}/);
  });

  it('prints the link that creates the first account while there is none, at every start', () => {
    const link = 'http://127.0.0.1:8080/setup?token=svc_setup_secret    create your account';
    for (const first of [{ profile: 'default', secret: 'svc_org_secret' }, undefined])
      assert.ok(welcome(config, first, NOBODY).split('\n').includes(`  Console   ${link}`));
    const later = welcome(config, undefined, { owner: undefined, setupToken: undefined });
    assert.match(later, /^ {2}Console {3}http:\/\/127\.0\.0\.1:8080\/$/m);
    assert.doesNotMatch(later, /setup/);
  });

  it('prints the address at which browsers reach the service', () => {
    const proxied = loadConfig(STANDALONE_SETTINGS, { SVC_PUBLIC_URL: 'https://svc.example.com' });
    assert.match(welcome(proxied, undefined, NOBODY), /Console {3}https:\/\/svc\.example\.com\/setup\?token=/);
  });
});

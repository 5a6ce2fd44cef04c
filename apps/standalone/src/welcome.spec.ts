import assert from 'node:assert/strict';
import { loadConfig } from '@svc/config';
import { STANDALONE_SETTINGS } from './standalone.settings.js';
import { welcome } from './welcome.js';

describe('welcome', () => {
  const config = loadConfig(STANDALONE_SETTINGS, {});

  it('shows the key of a first start once, and where it was saved', () => {
    const text = welcome(config, { profile: 'default', secret: 'svc_org_secret' }, undefined);
    assert.match(text, /API key {3}svc_org_secret {4}shown only once; saved in the svc profile 'default'/);
    assert.doesNotMatch(text, /Owner/);
  });

  it('says what became of the configured owner at a later start', () => {
    const text = welcome(config, undefined, 'ada@example.com was created as an owner');
    assert.match(text, /^ {2}Owner {5}ada@example\.com was created as an owner$/m);
    assert.doesNotMatch(text, /API key {3}/);
  });
});

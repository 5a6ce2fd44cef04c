import assert from 'node:assert/strict';
import { ConfigError, loadConfig, printConfig } from '@svc/config';
import { GATEWAY_SETTINGS, toUserOptions } from './gateway.settings.js';

const NEEDED = {
  SVC_RPC_TOKEN: 'a-secret-of-the-services',
  SVC_DATABASE_URL: 'postgresql://svc:sentinel@127.0.0.1:5432/svc',
  SVC_CURSOR_SECRET: 'sentinel-of-the-cursors',
  SVC_ENCRYPTION_KEYS: `sentinel=${'A'.repeat(43)}`,
};

describe('settings of the gateway', () => {
  it('requires nothing but the secrets and the database', () => {
    const config = loadConfig(GATEWAY_SETTINGS, NEEDED);
    assert.equal(config.SVC_HTTP_PORT, 8080);
    assert.equal(config.SVC_RATE_LIMIT, 30_000);
    assert.equal(config.SVC_BOOTSTRAP_API_KEY, undefined);
    assert.equal(config.SVC_BOOTSTRAP_PROJECT, 'default');
  });

  it('refuses all invalid settings together, by name', () => {
    const wrong = {
      SVC_HTTP_PORT: 'x',
      SVC_QUERY_ADDRESS: 'nowhere',
      SVC_RATE_LIMIT: '-1',
      SVC_BOOTSTRAP_API_KEY: 'short',
      SVC_TRUSTED_PROXIES: '10.0.0.0/8, proxy.example.com',
    };
    assert.throws(
      () => loadConfig(GATEWAY_SETTINGS, wrong),
      (error) => {
        assert.ok(error instanceof ConfigError);
        const names = new Set(error.problems.map(({ name }) => name));
        assert.deepEqual(names, new Set([...Object.keys(wrong), ...Object.keys(NEEDED)]));
        return true;
      },
    );
  });

  it.each([
    ['without a public address', {}],
    ['with the same', { SVC_PUBLIC_URL: 'https://replay.example' }],
    ['with the same host', { SVC_PUBLIC_URL: 'http://replay.example' }],
  ])('refuses an address of recordings %s', (_, more) => {
    const config = loadConfig(GATEWAY_SETTINGS, { ...NEEDED, ...more, SVC_REPLAY_ORIGIN: 'https://replay.example' });
    assert.throws(() => toUserOptions(config), /^Error: SVC_REPLAY_ORIGIN: needs SVC_PUBLIC_URL with another host$/);
  });

  it('prints settings without the secrets', () => {
    const config = loadConfig(GATEWAY_SETTINGS, { ...NEEDED, SVC_BOOTSTRAP_API_KEY: 'sentinel-of-the-owner' });
    assert.doesNotMatch(printConfig(GATEWAY_SETTINGS, config), /sentinel|a-secret/);
  });
});

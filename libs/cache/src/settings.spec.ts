import assert from 'node:assert/strict';
import { loadConfig } from '@svc/config';
import { REDIS_SETTINGS, toRedisOptions } from './settings.js';

const optionsOf = (settings: Record<string, string>) => toRedisOptions(loadConfig(REDIS_SETTINGS, settings));
const url = 'redis://127.0.0.1:6379';

describe('the settings of Redis', () => {
  it('name one server, Sentinels or nodes of a cluster', () => {
    assert.deepEqual(optionsOf({}), { url });
    assert.deepEqual(optionsOf({ SVC_REDIS_SENTINELS: 'a:26379,[::1]:26380', SVC_REDIS_SENTINEL_PASSWORD: 'secret' }), {
      url,
      sentinels: { addresses: ['a:26379', '[::1]:26380'], name: 'mymaster', password: 'secret' },
    });
    assert.deepEqual(optionsOf({ SVC_REDIS_CLUSTER_NODES: 'a:6379, b:6379' }), {
      url,
      clusterNodes: ['a:6379', 'b:6379'],
    });
  });

  it('reject an address without a port', () => {
    for (const name of ['SVC_REDIS_SENTINELS', 'SVC_REDIS_CLUSTER_NODES'])
      for (const value of ['a', 'a:', 'redis://a:1', 'u@a:1', '::1'])
        assert.throws(() => optionsOf({ [name]: value }), new RegExp(`${name} must have the form host:port`), value);
  });

  it('reject what contradicts', () => {
    const both = { SVC_REDIS_SENTINELS: 'a:1', SVC_REDIS_CLUSTER_NODES: 'b:1' };
    assert.throws(() => optionsOf(both), /cannot be set together/);
    const database = { SVC_REDIS_URL: `${url}/2`, SVC_REDIS_CLUSTER_NODES: 'b:1' };
    assert.throws(() => optionsOf(database), /must name no database/);
    assert.ok(optionsOf({ ...database, SVC_REDIS_URL: `${url}/0` }).clusterNodes);
  });
});

import assert from 'node:assert/strict';
import { missingServers } from './missing-servers.js';

describe('missingServers', () => {
  const before = { ...process.env };
  beforeEach(() => {
    process.env['PATH'] = '';
    delete process.env['SVC_TEST_KAFKA_BROKERS'];
    delete process.env['SVC_TEST_REDIS_URL'];
  });
  afterEach(() => {
    process.env = { ...before };
  });

  it('gives the reason of each source that has no Kafka', async () => {
    const reason = 'no Kafka: SVC_TEST_KAFKA_BROKERS is not set; no Java 17 or later on the path';
    assert.equal(await missingServers(3), reason);
  });

  it('finds nothing missing when the addresses of servers are set', async () => {
    process.env['SVC_TEST_KAFKA_BROKERS'] = '127.0.0.1:1,127.0.0.1:2,127.0.0.1:3';
    process.env['SVC_TEST_REDIS_URL'] = 'redis://127.0.0.1:3';
    assert.equal(await missingServers(3), undefined);
  });
});

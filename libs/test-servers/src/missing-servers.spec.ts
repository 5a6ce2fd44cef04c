import assert from 'node:assert/strict';
import { missingServers } from './missing-servers.js';

describe('the servers that a machine is missing', () => {
  const before = { ...process.env };
  beforeEach(() => {
    process.env['PATH'] = '';
    delete process.env['SVC_TEST_KAFKA_BROKERS'];
    delete process.env['SVC_TEST_REDIS_URL'];
  });
  afterEach(() => {
    process.env = { ...before };
  });

  it('are named with the reason of each source', async () => {
    const reason = 'no Kafka: SVC_TEST_KAFKA_BROKERS is not set; no Java 17 or later on the path';
    assert.equal(await missingServers(3), reason);
  });

  it('are none where the addresses of others are given', async () => {
    process.env['SVC_TEST_KAFKA_BROKERS'] = '127.0.0.1:1,127.0.0.1:2,127.0.0.1:3';
    process.env['SVC_TEST_REDIS_URL'] = 'redis://127.0.0.1:3';
    assert.equal(await missingServers(3), undefined);
  });
});

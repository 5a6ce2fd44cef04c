import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { loadConfig } from '@svc/config';
import { createTestAuthority, KafkaBroker, skipOrFail } from '@svc/test-servers';
import { KAFKA_ACCESS_SETTINGS, toKafkaAccess } from './kafka-access.js';
import { KafkaEventLog } from './kafka-event-log.js';

const directory = await mkdtemp(path.join(tmpdir(), 'kafka-access-'));
const certificates = await (await createTestAuthority()).issue(directory);
const login = { username: 'svc', password: 'password-of-svc' };
const broker = await KafkaBroker.startSecured({ certificates, ...login }).catch((error: Error) => error);

const access = (settings: Record<string, string>) => toKafkaAccess(loadConfig(KAFKA_ACCESS_SETTINGS, settings));

if (broker instanceof Error) {
  skipOrFail('Kafka with TLS and passwords', broker.message);
} else {
  describe('Kafka with TLS and passwords', () => {
    afterAll(async () => {
      await broker.stop();
      await rm(directory, { recursive: true });
    });
    const settings = {
      SVC_KAFKA_BROKERS: broker.brokers.join(','),
      SVC_KAFKA_TLS: 'true',
      SVC_KAFKA_TLS_CA_FILE: certificates.authorityFile,
      SVC_KAFKA_USERNAME: login.username,
      SVC_KAFKA_PASSWORD: login.password,
    };
    const check = async (changes: Record<string, string>): Promise<void> => {
      const log = new KafkaEventLog({ ...access({ ...settings, ...changes }), partitions: 1 });
      try {
        await log.check();
        await log.append('access', { key: '', value: Buffer.from('value'), headers: {} });
      } finally {
        await log.close();
      }
    };

    it.each(['plain', 'scram-sha-256', 'scram-sha-512'])('is written to with %s', (mechanism) =>
      check({ SVC_KAFKA_SASL_MECHANISM: mechanism }),
    );

    it('refuses another password and certificates of another authority', async () => {
      await assert.rejects(check({ SVC_KAFKA_SASL_MECHANISM: 'plain', SVC_KAFKA_PASSWORD: 'another' }));
      const other = await (await createTestAuthority()).issue(await mkdtemp(path.join(directory, 'other-')));
      await assert.rejects(check({ SVC_KAFKA_SASL_MECHANISM: 'plain', SVC_KAFKA_TLS_CA_FILE: other.authorityFile }));
    });
  });
}

describe('the settings of Kafka', () => {
  it.each([
    [{ SVC_KAFKA_TLS_CA_FILE: '/ca.pem' }, /needs SVC_KAFKA_TLS$/],
    [{ SVC_KAFKA_USERNAME: 'svc' }, /need SVC_KAFKA_SASL_MECHANISM/],
    [{ SVC_KAFKA_SASL_MECHANISM: 'scram-sha-512', SVC_KAFKA_USERNAME: 'svc' }, /needs SVC_KAFKA_USERNAME and/],
    [
      { SVC_KAFKA_SASL_MECHANISM: 'plain', SVC_KAFKA_USERNAME: 'svc', SVC_KAFKA_PASSWORD: 'secret' },
      /plain needs SVC_KAFKA_TLS/,
    ],
  ])('refuse %j', (settings, reason) => {
    assert.throws(() => access(settings), reason);
  });
});

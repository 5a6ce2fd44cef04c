import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { createKeyRing, generateKey } from '@svc/encryption';
import { createLogger } from '@svc/observability';
import { startTemporaryDatabase, type TemporaryDatabase } from '@svc/relational/testing';
import { Resealer } from '@svc/work';
import { ChannelSecrets } from '../channel-types/channel-secrets.js';
import { sealedChannels } from './sealed-channels.js';

describe('the secrets of channels after a rotation of the key', () => {
  let database: TemporaryDatabase;
  beforeAll(async () => {
    database = await startTemporaryDatabase();
  });
  afterAll(() => database.stop());

  it('encrypts secrets with the first key, so that the old one can be removed, except those whose key is missing', async () => {
    const { client } = database.relational;
    const [first, second, lost] = [generateKey('k1'), generateKey('k2'), generateKey('k0')];
    const secret = `whsec_${randomBytes(32).toString('base64')}`;
    const create = async (key: string, name: string): Promise<string> => {
      const { id } = await client.channel.create({
        data: {
          projectId: '0198c0aa-0000-7000-8000-000000000001',
          type: 'webhook',
          name,
          config: {},
          events: [],
          timeZone: 'UTC',
          isEnabled: true,
          createdBy: 'k',
          createdAt: new Date(),
          updatedAt: new Date(),
        },
      });
      const { sealed } = new ChannelSecrets(createKeyRing(key)).seal(id, 'webhook', { secret });
      await client.channel.update({ where: { id }, data: { sealed } });
      return id;
    };
    const [kept, missing] = [await create(first, 'kept'), await create(lost, 'missing')];
    const ring = createKeyRing(`${second},${first}`);
    const logger = createLogger({ level: 'silent', service: 'integrations' });
    const resealer = new Resealer([sealedChannels(database.relational)], ring, logger);
    assert.equal(await resealer.reseal(), 1);
    assert.equal(await resealer.reseal(), 0);
    const opened = async (id: string, key: string) =>
      new ChannelSecrets(createKeyRing(key)).open(await client.channel.findUniqueOrThrow({ where: { id } })).config;
    assert.deepEqual(await opened(kept, second), { secret });
    assert.deepEqual(await opened(missing, lost), { secret });
  });
});

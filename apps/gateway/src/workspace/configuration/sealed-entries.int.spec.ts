import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { createKeyRing, generateKey } from '@svc/encryption';
import { createLogger } from '@svc/observability';
import { startTemporaryDatabase, type TemporaryDatabase } from '@svc/relational/testing';
import { Resealer } from '@svc/work';
import { toEntryPlace, sealedEntries } from './sealed-entries.js';

// Ids that LIKE would take for the same.
const [OLD, NEW] = [generateKey('key-1'), generateKey('key_1')];
const logger = createLogger({ service: 'gateway', level: 'silent' });

describe('the rotation of a key', () => {
  let database: TemporaryDatabase;
  beforeAll(async () => {
    database = await startTemporaryDatabase();
  });
  afterAll(() => database.stop());

  it('seals every secret again, so that the new key alone opens it; one with a missing key stays and does not stop the others', async () => {
    const { client } = database.relational;
    const at = new Date();
    const projectId = randomUUID();
    const entry = (key: string, sealed: string | null) => ({
      projectId,
      key,
      configType: 'secret',
      sealed,
      createdAt: at,
      updatedAt: at,
      updatedBy: 'x',
    });
    const seal = (ring: string, key: string) => createKeyRing(ring).seal(`secret ${key}`, toEntryPlace(projectId, key));
    const keys = Array.from({ length: 250 }, (_, index) => `key-${index}`);
    await client.configEntry.createMany({ data: keys.map((key) => entry(key, seal(OLD, key))) });
    const lost = entry('lost', seal(generateKey('lost'), 'lost'));
    await client.configEntry.createMany({ data: [lost, entry('plain', null)] });

    const reseal = (ring: string) =>
      new Resealer([sealedEntries(database.relational)], createKeyRing(ring), logger).reseal();
    assert.equal(await reseal(`${NEW},${OLD}`), keys.length);
    const ring = createKeyRing(NEW);
    for (const { key, sealed } of await client.configEntry.findMany({ where: { key: { in: keys } } })) {
      assert.equal(ring.open(sealed ?? '', toEntryPlace(projectId, key)), `secret ${key}`);
    }
    assert.equal((await client.configEntry.findFirst({ where: { key: 'lost' } }))?.sealed, lost.sealed);
    assert.equal(await reseal(NEW), 0);
  });
});

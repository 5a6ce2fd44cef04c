import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { create, fromJson, type JsonValue } from '@bufbuild/protobuf';
import { ValueSchema } from '@bufbuild/protobuf/wkt';
import { PROJECT_CHANGED_CHANNEL } from '@svc/auth';
import { MemoryStore } from '@svc/cache';
import { CallContextSchema, SettingsConfigSetRequestSchema } from '@svc/contract';
import { createKeyRing, generateKey } from '@svc/encryption';
import { startTemporaryDatabase, type TemporaryDatabase } from '@svc/relational/testing';
import { DEFAULT_REPLAY_SETTINGS } from '@svc/replay/settings';
import { ServiceError } from '@svc/service-error';
import { ConfigEntriesRepository } from './config-entries.repository.js';
import { ConfigEntriesService } from './config-entries.service.js';
import { ProjectOptions } from './project-options.js';

describe('the settings of a project for recordings', () => {
  const caches = new MemoryStore();
  let database: TemporaryDatabase;
  let entries: ConfigEntriesService;
  let options: ProjectOptions;
  let projectId: string;
  beforeAll(async () => {
    database = await startTemporaryDatabase();
    const repository = new ConfigEntriesRepository(database.relational);
    entries = new ConfigEntriesService(repository, createKeyRing(generateKey('key')), caches.pubSub, Date.now);
    options = new ProjectOptions(repository);
  });
  afterAll(async () => {
    await caches.close();
    await database.stop();
  });
  beforeEach(() => {
    projectId = randomUUID();
  });

  const set = (value: JsonValue, configType = 'json', entry = 'replay') => {
    const configValue = fromJson(ValueSchema, value);
    const request = create(SettingsConfigSetRequestSchema, { entry, configType, configValue });
    return entries.set(projectId, create(CallContextSchema, { principalId: 'key' }), request);
  };
  const refusalOf = (value: JsonValue, configType?: string) =>
    set(value, configType).then(
      () => 'set',
      (error: unknown) => (error instanceof ServiceError ? `${error.httpStatus} ${error.message}` : String(error)),
    );

  it('reach ingestion while they exist, and are announced', async () => {
    const announced: string[] = [];
    const subscription = await caches.pubSub.subscribe(PROJECT_CHANGED_CHANNEL, (id) => announced.push(id));
    const settings = async () => (await options.forIngestion(projectId)).replayRedaction;
    assert.deepEqual(await settings(), DEFAULT_REPLAY_SETTINGS);
    const { id, version } = await set({ query_names: ['utm_source'], canvas: true });
    const { queryNames, canvas } = await settings();
    assert.deepEqual([queryNames, canvas, version], [['utm_source'], true, 1n]);
    assert.equal((await set({})).version, 2n);
    assert.deepEqual(await settings(), DEFAULT_REPLAY_SETTINGS);
    await set({ canvas: true });
    await entries.delete(projectId, { $typeName: 'svc.v1.SettingsConfigDeleteRequest', entry: id });
    assert.deepEqual(await settings(), DEFAULT_REPLAY_SETTINGS);
    assert.deepEqual(
      announced,
      Array.from({ length: 4 }, () => projectId),
    );
    await subscription.close();
  });

  it('leave the option for telemetry as it is', async () => {
    await set(true, 'boolean', 'otlp.redaction');
    await set({ canvas: true });
    const { redactsTelemetry, replayRedaction } = await options.forIngestion(projectId);
    assert.deepEqual([redactsTelemetry, replayRedaction.canvas], [true, true]);
  });

  it.each<[what: string, value: JsonValue, configType: string, reason: string]>([
    ['another type', 'hunter2', 'string', 'config_type: must be json for this key'],
    ['a secret', 'hunter2', 'secret', 'config_type: must be json for this key'],
    ['no object', 'hunter2', 'json', 'config_value: must be an object'],
    ['null', null, 'json', 'config_value: must be an object'],
    ['a threshold', { rage: { clicks: 1 } }, 'json', 'config_value.rage.clicks: must be a whole number from 2 to 20'],
    [
      'an origin',
      { asset_origins: ['https://hunter2.example/hunter2'] },
      'json',
      'config_value.asset_origins[0]: must be an origin such as https://cdn.example.com, in lower case and without a path',
    ],
  ])('are refused with the field and without its value: %s', async (_, value, configType, reason) => {
    assert.equal(await refusalOf(value, configType), `400 ${reason}`);
    assert.deepEqual(await entries.list(projectId, ''), []);
  });

  it('are absent if an entry of the same key is older than they are', async () => {
    const now = new Date();
    await database.relational.client.configEntry.create({
      data: {
        projectId,
        key: 'replay',
        configType: 'string',
        value: 'x',
        createdAt: now,
        updatedAt: now,
        updatedBy: 'k',
      },
    });
    assert.deepEqual((await options.forIngestion(projectId)).replayRedaction, DEFAULT_REPLAY_SETTINGS);
  });
});

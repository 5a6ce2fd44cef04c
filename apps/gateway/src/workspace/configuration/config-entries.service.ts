import { toJson } from '@bufbuild/protobuf';
import { ValueSchema } from '@bufbuild/protobuf/wkt';
import { Inject, Injectable } from '@nestjs/common';
import { PROJECT_CHANGED_CHANNEL } from '@svc/auth';
import type { PubSub } from '@svc/cache';
import type { CallContext, SettingsConfigDeleteRequest, SettingsConfigSetRequest } from '@svc/contract';
import type { KeyRing } from '@svc/encryption';
import { Prisma, type ConfigEntry } from '@svc/relational';
import { CLOCK, KEY_RING, PUB_SUB, type Clock } from '@svc/runtime';
import { ServiceError, versionConflict, changeVersioned, requireFound } from '@svc/service-error';
import { ConfigEntriesRepository, type EntryContent } from './config-entries.repository.js';
import { checkOptionType, checkOptionValue, isProjectOption } from './project-options.js';
import { toEntryPlace } from './sealed-entries.js';
import { typedValue, type ConfigType } from './typed-value.js';

/** An attempt fails only when a concurrent one succeeds. */
const ATTEMPTS = 10;

@Injectable()
export class ConfigEntriesService {
  constructor(
    private readonly repository: ConfigEntriesRepository,
    @Inject(KEY_RING) private readonly keyRing: KeyRing,
    @Inject(PUB_SUB) private readonly pubSub: PubSub,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  list(projectId: string, type: string): Promise<ConfigEntry[]> {
    return this.repository.list(projectId, type || undefined);
  }

  async get(projectId: string, key: string): Promise<ConfigEntry> {
    return requireFound(await this.repository.find(projectId, key));
  }

  async set(projectId: string, { principalId }: CallContext, request: SettingsConfigSetRequest): Promise<ConfigEntry> {
    const { entry: key, expectedVersion } = request;
    checkOptionType(key, request.configType);
    const content = this.#toContent(projectId, principalId, request);
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      const existing = await this.repository.find(projectId, key);
      if (expectedVersion !== undefined && existing?.version !== expectedVersion) {
        throw existing ? versionConflict(existing.version) : doesNotExist();
      }
      const written = existing
        ? await this.repository.replace(existing, content)
        : await this.repository.insert(projectId, key, content);
      if (written) {
        await this.#announce(projectId, key);
        return written;
      }
    }
    throw new ServiceError('version_conflict');
  }

  async delete(projectId: string, { entry: id, expectedVersion }: SettingsConfigDeleteRequest): Promise<void> {
    const entry = requireFound(await this.repository.findById(projectId, id));
    await changeVersioned(this.repository.delete(projectId, id, expectedVersion), () =>
      this.repository.findById(projectId, id),
    );
    await this.#announce(projectId, entry.key);
  }

  /** Processes that cache options read them again; a lost announcement costs the lifetime of their cache entries. */
  async #announce(projectId: string, key: string): Promise<void> {
    if (isProjectOption(key)) await this.pubSub.publish(PROJECT_CHANGED_CHANNEL, projectId);
  }

  /** A secret leaves this process sealed, for its place alone. */
  #toContent(projectId: string, updatedBy: string, request: SettingsConfigSetRequest): EntryContent {
    const configType = request.configType as ConfigType;
    const sent = request.configValue === undefined ? null : toJson(ValueSchema, request.configValue);
    const value = typedValue(configType, sent);
    checkOptionValue(request.entry, value);
    const change = { configType, updatedBy, updatedAt: new Date(this.clock()) };
    return configType === 'secret'
      ? {
          ...change,
          value: Prisma.DbNull,
          sealed: this.keyRing.seal(value as string, toEntryPlace(projectId, request.entry)),
        }
      : { ...change, value: value === null ? Prisma.JsonNull : value, sealed: null };
  }
}

function doesNotExist(): ServiceError {
  const reason = 'must be absent, because the entry does not exist';
  return new ServiceError('version_conflict', { details: [{ path: 'expected_version', reason }] });
}

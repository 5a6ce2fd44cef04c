import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { ChannelsCreateRequest, ChannelsUpdateRequest, JsonObject } from '@svc/contract';
import { HTTPS_REQUIRED, type Egress } from '@svc/outbound';
import type { Channel } from '@svc/relational';
import { CLOCK, type Clock } from '@svc/runtime';
import {
  invalidField,
  notFound,
  ServiceError,
  requireTimeZone,
  requireVersion,
  requireFound,
} from '@svc/service-error';
import { ChannelSecrets, HIDDEN } from '../channel-types/channel-secrets.js';
import { text } from '../channel-types/channel-type.js';
import { checkConfig, isSecret, type ConfigField } from '../channel-types/config-field.js';
import { toDestination } from '../channel-types/destination.js';
import { findChannelType } from '../channel-types/index.js';
import { EGRESS } from '../tokens.js';
import { ChannelsRepository } from './channels.repository.js';

@Injectable()
export class ChannelsService {
  constructor(
    private readonly channels: ChannelsRepository,
    private readonly secrets: ChannelSecrets,
    @Inject(EGRESS) private readonly egress: Egress,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  list(projectId: string, name: string): Promise<Channel[]> {
    return this.channels.list(projectId, name);
  }

  async get(projectId: string, id: string): Promise<Channel> {
    return requireFound(await this.channels.find(projectId, id));
  }

  async create(projectId: string, createdBy: string, request: ChannelsCreateRequest): Promise<Channel> {
    const { type, name, config = {}, events, timeZone, enabled = true } = request;
    const complete = this.#checked(type, config);
    const id = randomUUID();
    const channel = await this.channels.insert({
      id,
      projectId,
      type,
      name,
      events,
      createdBy,
      isEnabled: enabled,
      ...stored(this.secrets.seal(id, type, complete)),
      timeZone: requireTimeZone(timeZone),
      createdAt: new Date(this.clock()),
    });
    if (!channel) throw nameTaken();
    return channel;
  }

  async update(projectId: string, request: ChannelsUpdateRequest): Promise<Channel> {
    const channel = requireVersion(await this.get(projectId, request.channelId), request.expectedVersion);
    const { config, events, name, timeZone, enabled } = request;
    const changes = {
      updatedAt: new Date(this.clock()),
      ...(name !== undefined && { name }),
      ...(events && { events: events.values }),
      ...(timeZone !== undefined && { timeZone: requireTimeZone(timeZone) }),
      ...(enabled !== undefined && { isEnabled: enabled }),
      ...(config && stored(this.secrets.seal(channel.id, channel.type, this.#replaced(channel, config)))),
    };
    const changed = await this.channels.update(channel, changes, enabled === false ? 'channel_disabled' : undefined);
    if (!changed) throw nameTaken();
    return changed;
  }

  async delete(projectId: string, id: string): Promise<void> {
    await this.get(projectId, id);
    if (!(await this.channels.delete(projectId, id))) throw notFound();
  }

  /**
   * The new configuration, with the secrets that it leaves out. `null` and the empty text remove a secret.
   *
   * @throws ServiceError invalid_request if the address is another one than the secrets were given for.
   */
  #replaced(channel: Channel, config: JsonObject): JsonObject {
    const { config: current } = this.secrets.open(channel);
    const fields = findChannelType(channel.type)?.fields ?? [];
    const secret = new Map(fields.filter(isSecret).map((field) => [field.name, field]));
    const kept = [...secret.values()].filter(
      ({ name }) => current[name] !== undefined && (config[name] === undefined || config[name] === HIDDEN),
    );
    const given = Object.entries(config).filter(
      ([name, value]) => !secret.has(name) || (value !== null && value !== '' && value !== HIDDEN),
    );
    const secrets = kept.map(({ name }) => [name, current[name]] as const);
    const complete = this.#checked(channel.type, Object.fromEntries([...given, ...secrets]) as JsonObject);
    if (toDestination(fields, complete) !== toDestination(fields, current)) refuseKept(kept);
    return complete;
  }

  #checked(typeName: string, config: JsonObject): JsonObject {
    const type = findChannelType(typeName);
    if (!type) throw invalidField('type', 'is not a type of channel');
    const details = [
      ...checkConfig(type.fields, config),
      ...type.fields
        .filter(({ kind, name }) => kind === 'url' && this.egress.refusesHttp(text(config, name)))
        .map(({ name }) => ({ path: `config.${name}`, reason: HTTPS_REQUIRED })),
    ];
    if (details.length > 0) throw new ServiceError('invalid_request', { details });
    return config;
  }
}

/** Secrets never follow an address to a server that they were not given for. An address that is secret goes nowhere but to itself. */
function refuseKept(kept: readonly ConfigField[]): void {
  const details = kept
    .filter(({ kind }) => kind !== 'url')
    .map(({ name }) => ({ path: `config.${name}`, reason: 'is required again, or null, because the address is new' }));
  if (details.length > 0) throw new ServiceError('invalid_request', { details });
}

const stored = ({ config, sealed }: { config: JsonObject; sealed: string | null }) => ({
  config: config as object,
  sealed,
});

const nameTaken = (): ServiceError =>
  new ServiceError('already_exists', { message: 'The project already has a channel with this name.' });

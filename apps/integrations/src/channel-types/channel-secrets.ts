import { Inject, Injectable } from '@nestjs/common';
import { isJsonObject, type JsonObject, type JsonValue } from '@svc/contract';
import { openFor, sealFor, type KeyRing } from '@svc/encryption';
import type { Channel } from '@svc/relational';
import { KEY_RING } from '@svc/runtime';
import { isSecret } from './config-field.js';
import { toOpenDestination } from './destination.js';
import { findChannelType } from './index.js';

/** Placeholder that reads return instead of a secret. An update that sends it back keeps the secret. */
export const HIDDEN = '********';

export type SealedChannel = Pick<Channel, 'id' | 'type' | 'config' | 'sealed'>;

export interface OpenedConfig {
  readonly config: JsonObject;
  /** The texts of all secrets, to be kept out of what is recorded. */
  readonly secrets: readonly string[];
}

@Injectable()
export class ChannelSecrets {
  constructor(@Inject(KEY_RING) private readonly keyRing: KeyRing) {}

  /** Separates a configuration into what is stored openly and its secrets, sealed for the channel and its destination. */
  seal(channelId: string, type: string, config: JsonObject): { config: JsonObject; sealed: string | null } {
    const names = secretNames(type);
    const open = Object.entries(config).filter(([name]) => !names.has(name));
    const secret = Object.entries(config).filter(([name]) => names.has(name));
    const sealed = secret.length === 0 ? null : JSON.stringify(Object.fromEntries(secret));
    const { place, destination } = toContext({ id: channelId, type, config: Object.fromEntries(open) });
    return {
      config: Object.fromEntries(open),
      sealed: sealed === null ? null : sealFor(this.keyRing, sealed, place, destination),
    };
  }

  /** The complete configuration. */
  open(channel: SealedChannel): OpenedConfig {
    const { place, destination } = toContext(channel);
    const { config, sealed } = channel;
    const secret = sealed === null ? {} : (JSON.parse(openFor(this.keyRing, sealed, place, destination)) as JsonObject);
    return { config: { ...(config as JsonObject), ...secret }, secrets: Object.values(secret).flatMap(textsIn) };
  }

  /** The configuration as reads show it. */
  show(channel: SealedChannel): JsonObject {
    const { config } = this.open(channel);
    const names = secretNames(channel.type);
    return Object.fromEntries(Object.entries(config).map(([name, value]) => [name, names.has(name) ? HIDDEN : value]));
  }
}

function secretNames(type: string): ReadonlySet<string> {
  const fields = findChannelType(type)?.fields ?? [];
  return new Set(fields.filter(isSecret).map(({ name }) => name));
}

function textsIn(value: JsonValue | undefined): string[] {
  if (typeof value === 'string') return [value];
  return isJsonObject(value) ? Object.values(value).flatMap(textsIn) : [];
}

/** The context that binds sealed secrets to their channel and to where it sends them. */
export function toContext({ id, type, config }: Pick<Channel, 'id' | 'type' | 'config'>) {
  const fields = findChannelType(type)?.fields ?? [];
  return { place: `channel/${id}`, destination: toOpenDestination(fields, config as JsonObject) };
}

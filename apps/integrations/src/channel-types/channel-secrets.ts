import { Inject, Injectable } from '@nestjs/common';
import { isJsonObject, type JsonObject, type JsonValue } from '@svc/contract';
import type { KeyRing } from '@svc/encryption';
import type { Channel } from '@svc/relational';
import { KEY_RING } from '@svc/runtime';
import { isSecret } from './config-field.js';
import { findChannelType } from './index.js';

/** Placeholder that reads return instead of a secret. An update that sends it back keeps the secret. */
export const HIDDEN = '********';

export interface OpenedConfig {
  readonly config: JsonObject;
  /** The texts of all secrets, to be kept out of what is recorded. */
  readonly secrets: readonly string[];
}

@Injectable()
export class ChannelSecrets {
  constructor(@Inject(KEY_RING) private readonly keyRing: KeyRing) {}

  /** Separates a configuration into what is stored openly and its secrets, sealed for the channel. */
  seal(channelId: string, type: string, config: JsonObject): { config: JsonObject; sealed: string | null } {
    const names = secretNames(type);
    const open = Object.entries(config).filter(([name]) => !names.has(name));
    const secret = Object.entries(config).filter(([name]) => names.has(name));
    const sealed = secret.length === 0 ? null : JSON.stringify(Object.fromEntries(secret));
    return {
      config: Object.fromEntries(open),
      sealed: sealed === null ? null : this.keyRing.seal(sealed, toPlace(channelId)),
    };
  }

  /** The complete configuration. */
  open({ id, config, sealed }: Pick<Channel, 'id' | 'type' | 'config' | 'sealed' | 'timeZone'>): OpenedConfig {
    const secret = sealed === null ? {} : (JSON.parse(this.keyRing.open(sealed, toPlace(id))) as JsonObject);
    return { config: { ...(config as JsonObject), ...secret }, secrets: Object.values(secret).flatMap(textsIn) };
  }

  /** The configuration as reads show it. */
  show(channel: Pick<Channel, 'id' | 'type' | 'config' | 'sealed' | 'timeZone'>): JsonObject {
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

/** Context that binds sealed secrets to their channel. */
export const toPlace = (channelId: string): string => `channel/${channelId}`;

import type { JsonObject } from '@svc/contract';
import type { ConfigField } from './config-field.js';
import { checkConfig } from './config-field.js';
import { findChannelType } from './index.js';

/** The member of the configuration of a type that says who receives. */
const RECEIVER_FIELDS: Readonly<Record<string, string>> = { email: 'to', sms: 'to', phone: 'to', chat_dm: 'user_id' };

/** The configuration with another receiver. */
export function withReceiver(type: string, config: JsonObject, value: string): JsonObject {
  const field = receiverField(type);
  return field ? { ...config, [field.name]: field.kind === 'list' ? [value] : value } : config;
}

/** Whether a channel of the type can send to a receiver of this form. */
export function acceptsReceiver(type: string, value: string): boolean {
  const field = receiverField(type);
  return field !== undefined && checkConfig([field], withReceiver(type, {}, value)).length === 0;
}

function receiverField(type: string): ConfigField | undefined {
  return findChannelType(type)?.fields.find(({ name }) => name === RECEIVER_FIELDS[type]);
}

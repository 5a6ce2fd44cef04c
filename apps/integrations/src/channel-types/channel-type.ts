import type { JsonObject } from '@svc/contract';
import type { Notification } from '../compose/notification.js';
import type { Wording } from '../compose/text.js';
import type { ConfigField } from './config-field.js';

/** One delivery as a receiver sees it. */
export interface Dispatch {
  readonly notification: Notification;
  /** ID that is the same for every attempt, so that receivers can detect a repetition. */
  readonly deliveryId: string;
  readonly now: Date;
  readonly wording: Wording;
}

export interface OutgoingRequest {
  readonly kind: 'request';
  readonly method: 'POST' | 'PUT';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface OutgoingMail {
  readonly kind: 'mail';
  readonly to: readonly string[];
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** Mails of one subject are one thread. */
  readonly threadId: string;
  readonly messageId: string;
}

export type Outgoing = OutgoingRequest | OutgoingMail;

/** Result of an attempt according to the response. */
export type Verdict =
  | { readonly kind: 'sent' }
  | { readonly kind: 'permanent' }
  /** `retryAfterMs`: pause that the receiver requested. */
  | { readonly kind: 'transient'; readonly retryAfterMs?: number };

export interface ReceiverResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** A kind of receiver. Pure: deliveries send what it renders. */
export interface ChannelType {
  readonly name: string;
  /** Display name. */
  readonly label: string;
  readonly description: string;
  readonly fields: readonly ConfigField[];
  /** @param config complete and checked, with its secrets. */
  render(config: JsonObject, dispatch: Dispatch): Outgoing;
  /** Judges a response where its status is not enough, e.g. an error with status 200. */
  judge?(response: ReceiverResponse): Verdict | undefined;
}

export function text(config: JsonObject, name: string): string {
  const value = config[name];
  return typeof value === 'string' ? value : '';
}

export function texts(config: JsonObject, name: string): string[] {
  const value = config[name];
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}

export function json(url: string, body: unknown, headers: Readonly<Record<string, string>> = {}): OutgoingRequest {
  return {
    kind: 'request',
    method: 'POST',
    url,
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  };
}

import { Inject, Injectable } from '@nestjs/common';
import { EgressError, type Egress } from '@svc/outbound';
import { MailError, type Mailer } from '@svc/outbound/mail';
import type { ChannelType, Outgoing, OutgoingMail, OutgoingRequest } from '../channel-types/channel-type.js';
import { EGRESS, MAILER } from '../tokens.js';
import type { Outcome } from './delivery-state.js';
import { redactExcerpt } from './excerpt.js';
import { judgeResponse } from './receiver-verdict.js';

const TIMEOUT_MS = 10_000;
/** Answers are only needed to tell why a receiver refused. */
const MAX_RESPONSE_BYTES = 64 * 1024;

export interface Sending {
  readonly outcome: Outcome;
  readonly statusCode?: number;
  /** Beginning of a response that was no success; redacted. */
  readonly excerpt: string;
}

const PUBLIC_HEADERS = new Set(['content-type', 'webhook-id', 'webhook-timestamp']);
const SCHEME = /^(?:basic|bearer|digest|geniekey|key|token)$/i;

/** Hands what a channel type rendered to its receiver. Never rejects. */
@Injectable()
export class Courier {
  constructor(
    @Inject(EGRESS) private readonly egress: Egress,
    @Inject(MAILER) private readonly mailer: Mailer | undefined,
  ) {}

  send(type: ChannelType, outgoing: Outgoing, secrets: readonly string[], signal: AbortSignal): Promise<Sending> {
    return outgoing.kind === 'mail' ? this.#mail(outgoing) : this.#request(type, outgoing, secrets, signal);
  }

  async #request(
    type: ChannelType,
    { method, url, headers, body }: OutgoingRequest,
    secrets: readonly string[],
    signal: AbortSignal,
  ): Promise<Sending> {
    try {
      // The routes for alerts of other products refuse it, so that a channel that points here makes no circle.
      const marked = { ...headers, 'x-svc-notification': '1' };
      const limits = { timeoutMs: TIMEOUT_MS, maxResponseBytes: MAX_RESPONSE_BYTES, signal };
      const response = await this.egress.request(url, { method, headers: marked, body, ...limits });
      const outcome = judgeResponse(type, response);
      const excerpt = outcome.kind === 'sent' ? '' : redactExcerpt(response.body, [...secrets, ...toPrivate(headers)]);
      return { outcome, statusCode: response.status, excerpt };
    } catch (error) {
      if (!(error instanceof EgressError)) return { outcome: { kind: 'transient', error: 'interrupted' }, excerpt: '' };
      const kind = error.isTransient ? 'transient' : 'permanent';
      return { outcome: { kind, error: error.failure }, excerpt: '' };
    }
  }

  async #mail(mail: OutgoingMail): Promise<Sending> {
    if (!this.mailer) return { outcome: { kind: 'permanent', error: 'configuration' }, excerpt: '' };
    try {
      // One recipient an envelope, so that none learns of the others. Only deliveries of an earlier release have several.
      for (const to of mail.to) await this.mailer.send({ ...mail, to });
      return { outcome: { kind: 'sent' }, excerpt: '' };
    } catch (error) {
      const { isPermanent, code } = error instanceof MailError ? error : new MailError(undefined);
      const outcome: Outcome = isPermanent
        ? { kind: 'permanent', error: 'rejected' }
        : { kind: 'transient', error: code === undefined ? 'connect' : 'receiver_error' };
      return { outcome, excerpt: '', ...(code !== undefined && { statusCode: code }) };
    }
  }
}

/** Words of headers that receivers may repeat, such as a token without its scheme or a signature. */
function toPrivate(headers: OutgoingRequest['headers']): string[] {
  const values = Object.entries(headers).flatMap(([name, value]) => (PUBLIC_HEADERS.has(name) ? [] : [value]));
  return values.flatMap((value) => value.split(' ')).filter((word) => !SCHEME.test(word));
}

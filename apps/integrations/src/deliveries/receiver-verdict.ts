import type { ChannelType, ReceiverResponse } from '../channel-types/channel-type.js';
import type { Outcome } from './delivery-state.js';

/** Statuses of the range 4xx after which the same request can succeed. */
const PASSING = new Set([408, 409, 425, 429]);

/** Derives the result of an attempt from the response: the type of the channel decides first, then the status. */
export function judgeResponse(type: ChannelType, response: ReceiverResponse): Outcome {
  const verdict = type.judge?.(response);
  const { status } = response;
  if (verdict?.kind === 'sent' || (!verdict && status >= 200 && status < 300)) return { kind: 'sent' };
  const error = status === 429 ? 'rate_limited' : status >= 500 ? 'receiver_error' : 'rejected';
  if (verdict?.kind === 'permanent') return { kind: 'permanent', error };
  if (!verdict && status < 500 && !PASSING.has(status)) return { kind: 'permanent', error };
  const retryAfterMs = verdict?.retryAfterMs ?? readRetryAfter(response.headers['retry-after']);
  return { kind: 'transient', error, ...(retryAfterMs !== undefined && { retryAfterMs }) };
}

/** Seconds, or an HTTP date. */
export function readRetryAfter(value: string | undefined, nowMs: number = Date.now()): number | undefined {
  if (value === undefined) return undefined;
  const ms = /^\d{1,9}$/.test(value) ? Number(value) * 1000 : Date.parse(value) - nowMs;
  return ms > 0 ? ms : undefined;
}

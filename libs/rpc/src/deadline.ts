import type { Deadline } from '@grpc/grpc-js';
import { ServiceError } from '@svc/errors';

/** Limit of a call whose caller set none, so that every call ends. */
const DEFAULT_TIMEOUT_MS = 30_000;

/** When the caller stops waiting, in epoch milliseconds; every call that is answered once gets one. */
export function deadlineOf(sent: Deadline, nowMs: number): number {
  const deadlineMs = streamDeadlineOf(sent);
  return Number.isFinite(deadlineMs) ? deadlineMs : nowMs + DEFAULT_TIMEOUT_MS;
}

/** The same for a stream, which lasts until one of both ends has enough: Infinity when the caller set none. */
export function streamDeadlineOf(sent: Deadline): number {
  return sent instanceof Date ? sent.getTime() : sent;
}

/** The life of one call on the server: ends by itself at the deadline, or earlier when the caller leaves. */
export interface CallLife {
  readonly signal: AbortSignal;
  /** The caller left: cancelled, or out of time and gone before our own timer noticed. */
  leave(): void;
  /** We cannot go on. */
  breakOff(reason: ServiceError): void;
  /** The call was answered; releases the timer. */
  end(): void;
}

export function startCallLife(deadlineMs: number, now: () => number): CallLife {
  const controller = new AbortController();
  const expire = (): void => controller.abort(new ServiceError('timeout'));
  const timer = Number.isFinite(deadlineMs) ? setTimeout(expire, Math.max(0, deadlineMs - now())) : undefined;
  let isOver = false;
  const end = (): void => {
    isOver = true;
    clearTimeout(timer);
  };
  const breakOff = (reason: ServiceError): void => {
    // grpc-js says "cancelled" at the close of answered calls too, when nothing is left to abort.
    if (isOver) return;
    end();
    controller.abort(reason);
  };
  const leave = (): void => breakOff(new ServiceError(now() >= deadlineMs ? 'timeout' : 'cancelled'));
  return { signal: controller.signal, leave, breakOff, end };
}

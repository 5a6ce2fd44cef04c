import type { Deadline } from '@grpc/grpc-js';
import { deadline } from '@svc/config';
import { ServiceError } from '@svc/service-error';

/** Timeout of a call whose caller set none, so that every call ends. */
const DEFAULT_TIMEOUT_MS = deadline(30_000);

/** Returns when the caller stops waiting, in epoch milliseconds. Every unary call has a deadline. */
export function unaryDeadline(sent: Deadline, nowMs: number): number {
  const deadlineMs = streamDeadline(sent);
  return Number.isFinite(deadlineMs) ? deadlineMs : nowMs + DEFAULT_TIMEOUT_MS;
}

/** The deadline of a stream, which lasts until one end stops it: Infinity if the caller set none. */
export function streamDeadline(sent: Deadline): number {
  return sent instanceof Date ? sent.getTime() : sent;
}

/** The lifetime of one call on the server: it ends at the deadline, or earlier if the caller disconnects. */
export interface CallLife {
  readonly signal: AbortSignal;
  /** The caller disconnected: it cancelled, or its deadline passed before our own timer fired. */
  leave(): void;
  /** Aborts the call for a reason of the server. */
  breakOff(reason: ServiceError): void;
  /** Called when the call has been answered; releases the timer. */
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
    // grpc-js emits "cancelled" when an answered call closes too; then there is nothing to abort.
    if (isOver) return;
    end();
    controller.abort(reason);
  };
  const leave = (): void => breakOff(new ServiceError(now() >= deadlineMs ? 'timeout' : 'cancelled'));
  return { signal: controller.signal, leave, breakOff, end };
}

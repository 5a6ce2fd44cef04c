import { newId } from './ids.js';
import type { Store } from './store.js';

/** A visit of a person, shared by all tabs of the origin. Times are milliseconds since 1970. */
export interface Session {
  readonly id: string;
  readonly startedAt: number;
  /** When the person was active last, in any tab. */
  readonly activeAt: number;
  /** Whether the service refuses more of it. */
  readonly isClosed?: boolean;
  /** Whether it has had an error, so that its pages no longer wait for one. */
  readonly hasError?: boolean;
}

/** The service ends a session after the same times. */
export const MAX_IDLE_MS = 30 * 60_000;
export const MAX_SESSION_MS = 24 * 3_600_000;

const NAME = 'session';

/** Whether a session has ended. A session that begins in the future is of a clock that was set back. */
export function isOver({ startedAt, activeAt }: Session, now: number): boolean {
  return now < startedAt || now - startedAt > MAX_SESSION_MS || now - activeAt > MAX_IDLE_MS;
}

/** The stored session if it has not ended, or else a new one, which is stored. */
export function openSession(store: Store, now: number): Session {
  const stored = readSession(store);
  return stored && !isOver(stored, now) ? stored : keepSession(store, { id: newId(), startedAt: now, activeAt: now });
}

export function keepSession(store: Store, session: Session): Session {
  store.set(NAME, session);
  return session;
}

/** The stored session, also if it has ended. */
export function readSession(store: Store): Session | undefined {
  const stored = store.get(NAME) as Partial<Session> | undefined;
  const { id, startedAt = -1, activeAt = -1 } = stored ?? {};
  return typeof id === 'string' && id && startedAt >= 0 && activeAt >= 0 ? (stored as Session) : undefined;
}

import { setTimeout as sleep } from 'node:timers/promises';
import { ServiceError } from '@svc/service-error';
import type { AdminContext } from './context.js';

/** A store that a command needs does not respond. */
class NoResponse extends Error {}

/** The time between two attempts. */
const PAUSE_MS = 1_000;

/** Names the store in the failure of work on it, whose message names none. */
export async function responding<Result>(store: string, work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    if (!isOutage(error)) throw error;
    throw new NoResponse(`${store} does not respond: ${toReason(error)}`, { cause: error });
  }
}

/**
 * Like `responding`, for work that can be repeated: while the store does not respond, as at the start of a machine, it
 * waits and reports that once.
 */
export async function awaiting<Result>(
  store: string,
  { patienceMs, printError }: Pick<AdminContext, 'patienceMs' | 'printError'>,
  work: () => Promise<Result>,
): Promise<Result> {
  const givesUpAt = performance.now() + patienceMs;
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      const isPatient = isOutage(error) && performance.now() + PAUSE_MS < givesUpAt;
      if (!isPatient) return responding(store, Promise.reject(error as Error));
      if (attempt === 1)
        printError(`svc-admin: waiting up to ${patienceMs / 1000} seconds for ${store}: ${toReason(error)}`);
    }
    await sleep(PAUSE_MS);
  }
}

const isOutage = (error: unknown): error is ServiceError =>
  error instanceof ServiceError && error.code === 'unavailable';

function toReason({ cause }: ServiceError): string {
  const { message = 'no reason is known' } = (cause ?? {}) as Partial<Error>;
  return message;
}

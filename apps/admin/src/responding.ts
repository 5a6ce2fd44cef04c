import { ServiceError } from '@svc/errors';

/** A store that a command needs does not respond. */
class NoResponse extends Error {}

/** Names the store in the failure of work on it, whose message names none. */
export async function responding<Result>(store: string, work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof ServiceError) || error.code !== 'unavailable') throw error;
    const { message = 'no reason is known' } = (error.cause ?? {}) as Partial<Error>;
    throw new NoResponse(`${store} does not respond: ${message}`, { cause: error });
  }
}

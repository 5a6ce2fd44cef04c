import { ServiceError } from '@svc/service-error';

/** The results of one type, or the reason why the type could not be searched. */
export interface AttemptResult<Found> {
  readonly found: readonly Found[];
  readonly isTruncated: boolean;
  readonly error?: ServiceError;
}

/**
 * An error of one type must not hide the results of the others; an internal error or a caller that stopped waiting ends
 * the whole search.
 */
export async function attempt<Found>(find: () => Promise<AttemptResult<Found>>): Promise<AttemptResult<Found>> {
  try {
    return await find();
  } catch (error) {
    if (!(error instanceof ServiceError) || error.code === 'internal' || error.code === 'cancelled') throw error;
    return { found: [], isTruncated: true, error };
  }
}

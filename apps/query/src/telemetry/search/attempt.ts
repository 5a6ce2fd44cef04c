import { ServiceError } from '@svc/errors';

/** What was found of one type, or why it could not be looked for. */
export interface Attempted<Found> {
  readonly found: readonly Found[];
  readonly isTruncated: boolean;
  readonly error?: ServiceError;
}

/** What one type cannot do need not keep the others back; what is a fault of ours, or nobody waits for, ends all. */
export async function attempt<Found>(find: () => Promise<Attempted<Found>>): Promise<Attempted<Found>> {
  try {
    return await find();
  } catch (error) {
    if (!(error instanceof ServiceError) || error.code === 'internal' || error.code === 'cancelled') throw error;
    return { found: [], isTruncated: true, error };
  }
}

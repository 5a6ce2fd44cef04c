/** The operation whose answers are stored with the idempotency keys of its callers. */
export const START_OPERATION = 'investigations.start';

/** Announces that errors were stored. */
export const ERRORS_STORED_CHANNEL = 'errors.stored';

/** Announces that AI work was stored: spans of it, or results of evaluations that log records report. */
export const AI_WORK_STORED_CHANNEL = 'ai-work.stored';

/**
 * A channel on which ingestion announces records that it has stored, at most every few seconds while more of them are. Messages have no
 * content and may be lost.
 */
export type StoredChannel = typeof ERRORS_STORED_CHANNEL | typeof AI_WORK_STORED_CHANNEL;

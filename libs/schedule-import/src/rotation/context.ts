import type { Report } from '../model/report.js';
import type { Draft } from './draft.js';

/** Everything a reader of a format needs besides the source. */
export interface Context {
  readonly report: Report;
  /** The present, in milliseconds since 1970: what has ended by then is dropped. */
  readonly nowMs: number;
}

/** Reads the schedules of a document. @throws ServiceError invalid_request that names the field. */
export type ReadDocument = (document: unknown, context: Context) => Draft[];

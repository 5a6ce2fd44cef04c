import type { Cast } from './cast.js';

/** A request that a stranger or a member with few permissions can send. Each is one entry in a list of this folder. */
export interface HostileRequest {
  /** Completes "is not held by". */
  readonly name: string;
  /** Creates the records that the request needs; not measured. */
  readonly prepare?: (cast: Cast) => Promise<void>;
  /** Sends the request and checks its answer. It may be repeated. */
  readonly send: (cast: Cast) => Promise<void>;
}

import type { Cast } from './cast.js';

/** What a stranger or a member with few permissions can send. A new one is one entry in a list of this folder. */
export interface HostileRequest {
  /** Completes "is not held by". */
  readonly name: string;
  /** What has to exist before; not measured. */
  readonly prepare?: (cast: Cast) => Promise<void>;
  /** Sends the request and checks its answer. It may be repeated. */
  readonly send: (cast: Cast) => Promise<void>;
}

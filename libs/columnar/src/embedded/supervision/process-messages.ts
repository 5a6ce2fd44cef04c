import type { EngineLimits } from '../engine/engine-config.js';
import type { LaneLimits, LaneName } from '../protocol/lanes.js';
import type { ResponseTimes } from '../protocol/response.js';

/** Message of the supervisor to a new engine process. */
export interface StartMessage {
  readonly kind: 'start';
  /** Directory with data, copies of definitions and configuration of the engine, for one process at a time. */
  readonly directory: string;
  readonly socketPath: string;
  /** The socket of the probe of health. */
  readonly probePath: string;
  /** Token that every client of the socket must present. */
  readonly token: string;
  readonly limits: EngineLimits;
  readonly lanes: Readonly<Record<LaneName, LaneLimits>>;
  readonly times: ResponseTimes;
  /** Writes are refused while less space is free on the volume. */
  readonly reserveBytes: number;
}

/** Repairs that a start made in the files of the engine. */
export interface Repair {
  /** Definitions that were truncated and were restored from their copies, or removed because they were never acknowledged. */
  readonly definitions: readonly string[];
  /** Number of parts that are broken, or whose token is not on disk because writes failed. */
  readonly partsPutAside: number;
  /** Number of deduplication tokens whose rows are not on disk. */
  readonly forgottenTokens: number;
}

/** Messages of the engine process to its supervisor. */
export type EngineMessage =
  | { readonly kind: 'ready'; readonly repair: Repair }
  /** Another process holds the directory; it may be an exiting predecessor. */
  | { readonly kind: 'locked' }
  /** The engine must be restarted, because its files were changed after it had read them. */
  | { readonly kind: 'repaired'; readonly repair: Repair }
  | { readonly kind: 'failed'; readonly reason: string }
  | { readonly kind: 'writes-failed' };

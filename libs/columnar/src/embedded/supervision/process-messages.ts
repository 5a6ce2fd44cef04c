import type { EngineLimits } from '../engine/engine-config.js';
import type { LaneLimits, LaneName } from '../protocol/lanes.js';
import type { ResponseTimes } from '../protocol/response.js';

/** What the supervisor sends to a fresh engine process. */
export interface StartMessage {
  readonly kind: 'start';
  /** Everything the engine keeps: its data, copies of definitions, its configuration. One process at a time. */
  readonly directory: string;
  readonly socketPath: string;
  /** Every client that connects to the socket must present it. */
  readonly token: string;
  readonly limits: EngineLimits;
  readonly lanes: Readonly<Record<LaneName, LaneLimits>>;
  readonly times: ResponseTimes;
  /** Writes are refused while less is free on the volume. */
  readonly reserveBytes: number;
}

/** What a start repaired in the engine's files. */
export interface Repair {
  /** Definitions that were truncated and were restored from their copies, or removed because they were never acknowledged. */
  readonly definitions: readonly string[];
  /** Parts that are broken, or that were written while writes failed and whose token is not on disk. */
  readonly partsPutAside: number;
  /** Deduplication tokens whose rows are not on disk. */
  readonly forgottenTokens: number;
}

/** What the engine process tells its supervisor. */
export type EngineMessage =
  | { readonly kind: 'ready'; readonly repair: Repair }
  /** Another process holds the directory; it may be a dying predecessor. */
  | { readonly kind: 'locked' }
  /** The engine has to be started once more, because its files were changed after it had read them. */
  | { readonly kind: 'repaired'; readonly repair: Repair }
  | { readonly kind: 'failed'; readonly reason: string }
  | { readonly kind: 'writes-failed' };

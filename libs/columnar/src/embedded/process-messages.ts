import type { EngineLimits } from './engine-config.js';
import type { LaneLimits, LaneName } from './lanes.js';
import type { ResponseTimes } from './response.js';

/** What the supervisor sends to a fresh engine process. */
export interface StartMessage {
  readonly kind: 'start';
  /** Everything the engine keeps: its data, copies of definitions, its configuration. One process at a time. */
  readonly directory: string;
  readonly socketPath: string;
  /** Whoever reaches the socket must know it. */
  readonly token: string;
  readonly limits: EngineLimits;
  readonly lanes: Readonly<Record<LaneName, LaneLimits>>;
  readonly times: ResponseTimes;
  /** Writes are refused while less is free on the volume. */
  readonly reserveBytes: number;
  /** The process before this one ended because writes to disk had failed. */
  readonly afterFailedWrites: boolean;
}

/** What the engine process tells its supervisor. */
export type EngineMessage =
  | { readonly kind: 'ready'; readonly repairedDefinitions: readonly string[] }
  /** The directory is held by another process, which may be a dying predecessor. */
  | { readonly kind: 'locked' }
  /** The engine has to be started once more: tokens of lost parts were removed from its files. */
  | { readonly kind: 'repaired'; readonly forgottenTokens: number }
  | { readonly kind: 'failed'; readonly reason: string }
  | { readonly kind: 'writes-failed' };

import { Lane, type LaneLimits } from '../embedded/protocol/lanes.js';
import type { Lane as LaneName } from '../port.js';

/**
 * Most statements with a waiting caller that one process runs on a ClickHouse server at the same time, unless the options say otherwise.
 */
export const DEFAULT_MAX_STATEMENTS = 32;

const BACKGROUND: LaneLimits = { running: 8, waiting: 256, each: { running: 2, waiting: 64 } };

/**
 * The lanes of one process for a ClickHouse server, which would run every statement at once; the embedded engine has
 * lanes of its own. Health checks bypass the lanes.
 */
export class ServerLanes {
  readonly #interactive: Lane;
  readonly #background = new Lane(BACKGROUND);

  /** One project gets at most half of the places, so that the next statement of another one starts at once. */
  constructor(maxStatements: number = DEFAULT_MAX_STATEMENTS) {
    this.#interactive = new Lane({
      running: maxStatements,
      waiting: 1024,
      each: { running: Math.ceil(maxStatements / 2), waiting: 128 },
    });
  }

  /** Waits for a place, which is released by disposal. Fails like a lane of the embedded engine. */
  async enter(
    lane: LaneName,
    projectNumber: number | undefined,
    signal: AbortSignal,
    timeoutMs: number,
  ): Promise<Disposable> {
    if (lane === 'probe') return { [Symbol.dispose]: () => undefined };
    const limited = lane === 'interactive' ? this.#interactive : this.#background;
    return { [Symbol.dispose]: await limited.enter(signal, performance.now() + timeoutMs, projectNumber) };
  }
}

import { withBudget } from './budget.js';

/** Timeout of one check in milliseconds: a probe must get a response even if a dependency hangs. */
const CHECK_BUDGET_MS = 1000;

export interface HealthReport {
  readonly ok: boolean;
  /** Name and result of each check; the reason of a failure is only logged. */
  readonly checks: Readonly<Record<string, boolean>>;
}

type Check = () => Promise<unknown>;

/**
 * Readiness as a set of named checks. Reports are cached for `cacheMs`, so that frequent probes do not load the
 * stores.
 */
export class HealthRegistry {
  readonly #checks = new Map<string, Check>();
  #cached: { at: number; report: Promise<HealthReport> } | undefined;
  readonly #draining = new AbortController();

  constructor(
    private readonly options: {
      cacheMs?: number;
      now?: () => number;
      onFailure?: (name: string, cause: unknown) => void;
    } = {},
  ) {}

  add(name: string, check: Check): void {
    this.#checks.set(name, check);
  }

  /** Aborts when the process begins to stop: it still serves, but asks its clients to leave. */
  get draining(): AbortSignal {
    return this.#draining.signal;
  }

  /** Marks the process as not ready, because it is stopping. */
  drain(): void {
    this.#draining.abort();
  }

  report(): Promise<HealthReport> {
    if (this.draining.aborted) return Promise.resolve({ ok: false, checks: { running: false } });
    const now = (this.options.now ?? Date.now)();
    if (this.#cached && now - this.#cached.at < (this.options.cacheMs ?? 500)) return this.#cached.report;
    const report = this.#run();
    this.#cached = { at: now, report };
    return report;
  }

  async #run(): Promise<HealthReport> {
    const results = await Promise.all(
      [...this.#checks].map(async ([name, check]): Promise<[string, boolean]> => {
        try {
          await withBudget(check(), CHECK_BUDGET_MS);
          return [name, true];
        } catch (cause) {
          this.options.onFailure?.(name, cause);
          return [name, false];
        }
      }),
    );
    return { ok: results.every(([, passed]) => passed), checks: Object.fromEntries(results) };
  }
}

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
  #draining = false;

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

  /** Marks the process as not ready, because it is stopping. */
  drain(): void {
    this.#draining = true;
  }

  report(): Promise<HealthReport> {
    if (this.#draining) return Promise.resolve({ ok: false, checks: { running: false } });
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
          await withBudget(check());
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

async function withBudget(work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const budget = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no response within ${CHECK_BUDGET_MS} ms`)), CHECK_BUDGET_MS);
  });
  try {
    await Promise.race([work, budget]);
  } finally {
    clearTimeout(timer);
  }
}

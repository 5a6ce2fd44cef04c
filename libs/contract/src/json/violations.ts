import type { ErrorDetail } from '@svc/service-error';

/**
 * The maximum number of violations: enough for any accidental mistake, and small enough that a hostile body cannot cause a larger
 * response.
 */
const MAX_VIOLATIONS = 100;

/** Collects the violations of one request. Reasons never contain a value of the caller. */
export class Violations {
  private readonly details: ErrorDetail[] = [];

  add(path: string, reason: string): void {
    if (this.details.length < MAX_VIOLATIONS) this.details.push({ path, reason });
  }

  /** Whether no further violation is kept, so that looking for others would only take time. */
  get isFull(): boolean {
    return this.details.length >= MAX_VIOLATIONS;
  }

  /** Adds the violations of the rules, except for values that could not be decoded. */
  addRules(details: readonly ErrorDetail[]): void {
    const unread = new Set(this.details.map(({ path }) => path));
    for (const { path, reason } of details) {
      if (this.isFull) return;
      if (unread.size === 0 || !ancestors(path).some((each) => unread.has(each))) this.add(path, reason);
    }
  }

  all(): readonly ErrorDetail[] {
    return this.details;
  }
}

/** The path itself and the paths of everything that contains it: `a.b[1]`, `a.b` and `a`. */
function ancestors(path: string): string[] {
  const ends = [...path.matchAll(/[.[]/g)].map(({ index }) => path.slice(0, index));
  return [...ends, path];
}

/** The reason why a value cannot be decoded. */
export class Refusal {
  constructor(readonly reason: string) {}
}

import type { ErrorDetail } from '@svc/errors';

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

  /** Adds the violations of the rules, except for values that could not be decoded. */
  addRules(details: readonly ErrorDetail[]): void {
    const unread = this.details.map(({ path }) => path);
    for (const { path, reason } of details) {
      if (!unread.some((other) => isWithin(path, other))) this.add(path, reason);
    }
  }

  all(): readonly ErrorDetail[] {
    return this.details;
  }
}

function isWithin(path: string, other: string): boolean {
  return path === other || path.startsWith(`${other}.`) || path.startsWith(`${other}[`);
}

/** The reason why a value cannot be decoded. */
export class Refusal {
  constructor(readonly reason: string) {}
}

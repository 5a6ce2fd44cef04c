import type { ErrorDetail } from '@svc/errors';

/** A list long enough for any honest mistake, and short enough that a hostile body cannot be answered with a larger one. */
const MAX_VIOLATIONS = 100;

/** Collects what is wrong with one request. Reasons are ours and never hold a value of the caller's. */
export class Violations {
  private readonly details: ErrorDetail[] = [];

  add(path: string, reason: string): void {
    if (this.details.length < MAX_VIOLATIONS) this.details.push({ path, reason });
  }

  /** Adds what the rules say, except about values that could not even be read. */
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

/** Why a value cannot be read. */
export class Refusal {
  constructor(readonly reason: string) {}
}

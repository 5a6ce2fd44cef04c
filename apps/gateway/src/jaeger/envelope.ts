/** An error in an answer of version 1. */
export interface JaegerError {
  readonly code?: number;
  readonly msg: string;
  readonly traceID?: string;
}

interface EnvelopeParts {
  readonly total?: number;
  readonly errors?: readonly JaegerError[];
}

/** The object in which version 1 returns everything; its pages are not used. */
export function envelope(data: readonly unknown[] | null, { total = 0, errors = [] }: EnvelopeParts = {}) {
  return { data, total, limit: 0, offset: 0, errors: errors.length > 0 ? errors : null };
}

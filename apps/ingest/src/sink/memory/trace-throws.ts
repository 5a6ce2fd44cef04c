import type { ErrorRow } from '@svc/otlp';

/** Reports of one throw have times that differ by less than this. */
export const SAME_THROW_MS = 60_000;
/** Throws with one type and message that are remembered of a trace. */
const MAX_THROWS = 32;

interface TraceThrow {
  readonly owner: string;
  readonly atMs: number;
  /** The claims of the report on its span. */
  readonly span: { readonly key: string; readonly timeMs: number } | undefined;
  readonly logTimeMs: number | undefined;
}

/**
 * The throws of traces, to recognize a log record on one span and the exception of another one as reports of the same throw before the span
 * arrives that connects both: the exception of the span around is recorded after the record inside was written.
 */
export class TraceThrows {
  readonly #throws = new Map<string, TraceThrow[]>();

  /**
   * Finds a throw of the trace that only the other signal has reported.
   * @param isOpen whether no report inside of a span with this claim is known.
   * @returns the owner of its claims, and the claim of the span around.
   */
  find(
    error: ErrorRow,
    isOpen: (key: string) => boolean,
  ): { readonly owner: string; readonly around: string } | undefined {
    const { source, recordId, claims } = error;
    const timeMs = Number(error.timestampNs / 1_000_000n);
    const near = (this.#throws.get(claims.trace) ?? []).filter(({ owner }) => owner !== recordId);
    if (source === 'log') {
      for (const { owner, span, logTimeMs } of near)
        if (span && logTimeMs === undefined && isBefore(timeMs, span.timeMs) && isOpen(span.key))
          return { owner, around: span.key };
      return undefined;
    }
    const [around] = claims.own;
    const inside = near.findLast(
      ({ span, logTimeMs }) => !span && logTimeMs !== undefined && isBefore(logTimeMs, timeMs),
    );
    return source === 'span' && inside && around !== undefined ? { owner: inside.owner, around } : undefined;
  }

  /** Remembers a report of a throw. */
  add({ source, claims }: ErrorRow, owner: string, timeMs: number, nowMs: number): void {
    const [key] = claims.own;
    if (claims.trace === '' || key === undefined || source === 'event') return;
    const throws = this.#throws.get(claims.trace) ?? [];
    const known = throws.find((one) => one.owner === owner);
    const next: TraceThrow = {
      owner,
      atMs: known?.atMs ?? nowMs,
      span: known?.span ?? (source === 'span' ? { key, timeMs } : undefined),
      logTimeMs: known?.logTimeMs ?? (source === 'log' ? timeMs : undefined),
    };
    const others = throws.filter((one) => one.owner !== owner);
    this.#throws.set(claims.trace, [...others, next].slice(-MAX_THROWS));
  }

  /** Forgets the traces whose first throw is older than a time, and the oldest ones beyond a number. */
  forget(oldestMs: number, max: number): void {
    for (const [trace, [first]] of this.#throws) {
      if ((first?.atMs ?? 0) >= oldestMs && this.#throws.size <= max) break;
      this.#throws.delete(trace);
    }
  }
}

function isBefore(logTimeMs: number, spanTimeMs: number): boolean {
  return logTimeMs <= spanTimeMs && spanTimeMs - logTimeMs <= SAME_THROW_MS;
}

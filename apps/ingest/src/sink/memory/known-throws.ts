import type { ErrorRow } from '@svc/otlp';
import { SAME_THROW_MS, TraceThrows } from './trace-throws.js';

/** The time after the first report of a throw within which others are expected. */
export const KEPT_MS = 600_000;
/** The number beyond which the oldest are forgotten, which can only count a throw twice. About 30 MB. */
export const MAX_CLAIMS = 200_000;

export interface Claim {
  /** ID of the record whose row represents the throw. */
  readonly owner: string;
  /** Time of the throw, in milliseconds since the epoch. */
  readonly timeMs: number;
}

interface KeptClaim extends Claim {
  readonly atMs: number;
  /** Whether a report is on the span itself, and not only on one inside of it. */
  readonly isOwn: boolean;
  /** The report on a span inside that is the same throw; others inside are further throws. */
  inner?: string;
}

/** The reports of a batch that get a row, and the claims that others have made in the name of a row. */
export interface Decided {
  readonly first: readonly ErrorRow[];
  readonly inherited: ReadonlyMap<string, readonly string[]>;
}

/** The throws of the last minutes, by what their reports claim. */
export class KnownThrows {
  readonly #claims = new Map<string, KeptClaim>();
  readonly #traces = new TraceThrows();

  constructor(private readonly clock: () => number) {}

  /** Finds the first report of each throw. Reports that certainly are of a known throw are recognized before any other is the first. */
  decide(errors: readonly ErrorRow[]): Decided {
    this.#forget();
    const inherited = new Map<string, string[]>();
    const waiting = new Waiting(errors);
    const join = (error: ErrorRow, owner: string): void => {
      const added = this.#claimAll(error, owner);
      if (added.length > 0) inherited.set(owner, [...(inherited.get(owner) ?? []), ...added]);
    };
    const settle = (candidates: ErrorRow[]): void => {
      for (let error = candidates.pop(); error; error = candidates.pop()) {
        const owner = waiting.has(error) ? this.#certainOwner(error) : undefined;
        if (owner === undefined) continue;
        waiting.take(error);
        join(error, owner);
        candidates.push(...waiting.relatives(error));
      }
    };
    settle(errors.toReversed());
    const first = errors.filter((error) => {
      if (!waiting.take(error)) return false;
      const certain = this.#certainOwner(error);
      const likely = certain === undefined ? this.#findLikely(error) : undefined;
      const owner = certain ?? likely?.owner;
      if (owner === undefined) this.#claimAll(error, error.recordId);
      else join(error, owner);
      if (likely) this.#close(likely.around, error.recordId);
      settle(waiting.relatives(error));
      return owner === undefined;
    });
    return { first, inherited };
  }

  /** Claims for a record, unless another report of the same throw holds the claim. */
  claim(key: string, claim: Claim & { readonly isOwn: boolean }, recordId: string): boolean {
    const held = this.#claims.get(key);
    const inner = held?.owner === claim.owner ? held.inner : undefined;
    if (isOther(held, recordId, claim.timeMs)) {
      if (!claim.isOwn && held.isOwn && held.owner === claim.owner) held.inner ??= recordId;
      return false;
    }
    this.#claims.delete(key);
    this.#claims.set(key, { ...claim, atMs: this.clock(), ...(inner !== undefined && { inner }) });
    return true;
  }

  /** The owner of the throw that has a report on the same span, or on the span around, for which none inside is known. */
  #certainOwner(error: ErrorRow): string | undefined {
    const { recordId, timestampNs, claims } = error;
    const timeMs = toMs(timestampNs);
    const find = (keys: readonly string[]): KeptClaim | undefined =>
      keys.map((key) => this.#claims.get(key)).find((held) => isOther(held, recordId, timeMs));
    const held = find(claims.own);
    if (held) return held.owner;
    if (this.#hasRow(error)) return undefined;
    const around = find(claims.further);
    return around?.isOwn === true && around.inner === undefined ? around.owner : undefined;
  }

  /** A throw that another span of the trace has reported, see `TraceThrows`. */
  #findLikely(error: ErrorRow) {
    if (this.#hasRow(error)) return undefined;
    return this.#traces.find(error, (key) => this.#claims.get(key)?.inner === undefined);
  }

  /** Further throws inside of a span are others than the one that the span reports. */
  #close(key: string, recordId: string): void {
    const held = this.#claims.get(key);
    if (held) held.inner ??= recordId;
  }

  /** Whether a report was the first of its throw before it was processed again. */
  #hasRow({ recordId, claims }: ErrorRow): boolean {
    return claims.own.some((key) => this.#claims.get(key)?.owner === recordId);
  }

  /** Returns the claims that another row than the one of the report has to carry. */
  #claimAll(error: ErrorRow, owner: string): string[] {
    const { recordId, timestampNs, claims } = error;
    const timeMs = toMs(timestampNs);
    const own = claims.own.filter((key) => this.claim(key, { owner, timeMs, isOwn: true }, recordId));
    for (const key of claims.further) this.claim(key, { owner, timeMs, isOwn: false }, recordId);
    this.#traces.add(error, owner, timeMs, this.clock());
    return owner === recordId ? [] : [...own, ...claims.further];
  }

  #forget(): void {
    const oldest = this.clock() - KEPT_MS;
    for (const [key, { atMs }] of this.#claims) {
      if (atMs >= oldest && this.#claims.size <= MAX_CLAIMS) break;
      this.#claims.delete(key);
    }
    this.#traces.forget(oldest, MAX_CLAIMS);
  }
}

/** The reports of a batch that are not decided yet. */
class Waiting {
  readonly #waiting: Set<ErrorRow>;
  readonly #onSpan: Map<string, ErrorRow[]>;
  readonly #inside: Map<string, ErrorRow[]>;

  constructor(errors: readonly ErrorRow[]) {
    this.#waiting = new Set(errors);
    this.#onSpan = groupByKey(errors, ({ own }) => own);
    this.#inside = groupByKey(errors, ({ further }) => further);
  }

  has(error: ErrorRow): boolean {
    return this.#waiting.has(error);
  }

  /** Whether it has waited. */
  take(error: ErrorRow): boolean {
    return this.#waiting.delete(error);
  }

  /** Those that may be of the same throw as a decided one: all on its spans, and one on a span inside. */
  relatives({ claims: { own, further } }: ErrorRow): ErrorRow[] {
    const onSpans = [...own, ...further].flatMap((key) => {
      const found = this.#onSpan.get(key) ?? [];
      this.#onSpan.delete(key);
      return found;
    });
    const inside = own.flatMap((key) => this.#inside.get(key)?.find((error) => this.has(error)) ?? []);
    return [...inside, ...onSpans];
  }
}

function groupByKey(errors: readonly ErrorRow[], keys: (claims: ErrorRow['claims']) => readonly string[]) {
  const groups = new Map<string, ErrorRow[]>();
  for (const error of errors)
    for (const key of keys(error.claims)) {
      const group = groups.get(key);
      if (group) group.push(error);
      else groups.set(key, [error]);
    }
  return groups;
}

/** Whether another report of the same throw holds a claim. */
export function isOther<Held extends Claim>(held: Held | undefined, recordId: string, timeMs: number): held is Held {
  return held !== undefined && held.owner !== recordId && Math.abs(held.timeMs - timeMs) <= SAME_THROW_MS;
}

export function toMs(timestampNs: bigint): number {
  return Number(timestampNs / 1_000_000n);
}

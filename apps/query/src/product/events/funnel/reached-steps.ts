import { Sql, int64, sql, uint8 } from '@svc/reading/statement';
import type { TimeRange } from '@svc/reading/time';

/** A funnel over the events of one person. */
export interface Steps {
  /** Nanoseconds since 1970; all events are in it. */
  readonly range: TimeRange;
  readonly count: number;
  /** Nanoseconds from the first step to any other step, inclusive. */
  readonly window: bigint;
}

export interface ReachedSteps {
  /** One number for an event, from its time `t` and its steps `mask`. */
  readonly code: Sql;
  /**
   * Columns over `codes`, the codes of a person in ascending order. `taken` has for each step whether it was reached,
   * and the nanoseconds since the first and since the previous step.
   */
  readonly columns: Sql;
}

/**
 * A step must be strictly later than the one before it. Of the chains of events that reached the previous step by then,
 * only the one that started last can matter: if any is within the window, it is. Starts never decrease from one event that
 * reaches a step to the next, so that chain is the latest one, and filling the gaps between chains from the left finds it.
 * Time and memory are linear in the number of events.
 */
export function reachedSteps({ range, count, window }: Steps): ReachedSteps {
  const factor = 1n << BigInt(count);
  // Times count from just before the range, because 0 represents the absence of a chain.
  const before = int64(range.from - 1n);
  const isWide = (range.to - range.from + 1n) * factor > GREATEST_INT64;
  const time = isWide ? sql`(toInt128(t) - ${before})` : sql`(t - ${before})`;
  const chains = Array.from({ length: count }, (_, nth) => Sql.identifier(`chain_${nth + 1}`));
  const columns = [
    sql`arrayMap(code -> intDiv(code, ${int64(factor)}), codes) AS times`,
    sql`arrayMap(code -> toUInt16(code % ${int64(factor)}), codes) AS masks`,
    sql`arrayMap((time, previous) -> time != previous, times, arrayShiftRight(times, 1)) AS is_later`,
    ...chains.map((chain, nth) => sql`${toChainStarts(nth, chains[nth - 1], window)} AS ${chain}`),
    sql`[${Sql.join(
      chains.map((chain, nth) => reached(chain, chains[nth - 1])),
      ',\n  ',
    )}] AS taken`,
  ];
  return { code: sql`${time} * ${int64(factor)} + mask`, columns: Sql.join(columns, ',\n  ') };
}

const GREATEST_INT64 = 2n ** 63n - 1n;

/** For each event the start of the chain that reaches a step with it; 0 if it reaches the step with none. */
function toChainStarts(nth: number, previous: Sql | undefined, window: bigint): Sql {
  const isStep = sql`bitTest(mask, ${uint8(nth)})`;
  if (!previous) return sql`arrayMap((time, mask) -> if(${isStep}, time, 0), times, masks)`;
  // The latest chain up to each event, moved by one event, and the same for all events at one time.
  const latest = sql`arrayFill((start, is_later) -> is_later, arrayShiftRight(arrayFill(start -> start > 0, ${previous}), 1), is_later)`;
  return sql`arrayMap((time, mask, start) -> if(${isStep} AND start > 0 AND time - start <= ${int64(window)}, start, 0),
    times, masks, ${latest})`;
}

/** The first event that reaches a step, and of the events that reached the previous step from the same start, the first. */
function reached(chain: Sql, previous: Sql | undefined): Sql {
  const at = sql`arrayFirstIndex(start -> start > 0, ${chain})`;
  if (!previous) return sql`(${at} > 0, toInt64(0), toInt64(0))`;
  return sql`(${at} > 0, toInt64(times[${at}] - ${chain}[${at}]), toInt64(times[${at}] - times[indexOf(${previous}, ${chain}[${at}])]))`;
}

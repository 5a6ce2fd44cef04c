import { EVENTS } from '@svc/tables';
import { canonicalDistinctId, personHash } from '../../../customers/index.js';
import {
  Sql,
  count,
  int64,
  select,
  selectFrom,
  sql,
  stringParams,
  typed,
  uint8,
  type RowsOf,
  type Scope,
} from '@svc/reading/statement';
import type { TimeRange } from '@svc/reading/time';
import { slotIndex, VALUE } from '../breakdown.js';
import { personValues, type EventField } from '../event-fields.js';
import type { SelectedEvents } from '../event-selector.js';

/** Which steps to count, and how. */
export interface FunnelCounting {
  readonly scope: Scope;
  readonly range: TimeRange;
  readonly steps: readonly SelectedEvents[];
  /** Nanoseconds from the first step to any other step, inclusive. */
  readonly window: bigint;
  readonly where: readonly Sql[];
  readonly breakdown: EventField | undefined;
}

export type FunnelValueRow = RowsOf<typeof selectFunnelValues>;

/** The most frequent values at the first step. */
export function selectFunnelValues(counting: FunnelCounting, top: number) {
  const began = sql`SELECT person, argMinIf(json, t, bitTest(mask, 0)) AS json FROM (${moments(counting)})
GROUP BY person HAVING countIf(bitTest(mask, 0)) > 0`;
  return selectFrom(sql`SELECT person, ${VALUE} FROM (${withPersonValues(counting, began, sql`person`)})`, {
    columns: { value: typed('String', sql`value`), hash: typed('UInt64', sql`sipHash64(value)`) },
    where: [sql`has_value`],
    groupBy: sql`value`,
    orderBy: sql`count() DESC, value`,
    limit: top,
  });
}

export type FunnelRow = RowsOf<typeof selectFunnel>;

/** How many persons reach each step, and how fast. */
export function selectFunnel(counting: FunnelCounting, hashes: readonly string[]) {
  const aliases = counting.steps.flatMap((_, index) => STEPS[index] ?? []);
  const taken = aliases.map(
    (step) =>
      sql`(max(${step}.1) > 0, argMinIf(t - ${step}.1, t, ${step}.1 > 0), argMinIf(${step}.3, t, ${step}.1 > 0))`,
  );
  const persons = sql`SELECT person, [${Sql.join(taken, ', ')}] AS taken, argMinIf(json, t, bitTest(mask, 0)) AS json
FROM (${stepped(counting, aliases)})
GROUP BY person`;
  const slot = counting.breakdown ? slotIndex(sql`sipHash64(value)`, hashes) : sql`0`;
  return selectFrom(
    sql`SELECT taken, ${VALUE}, ${slot} AS slot FROM (${withPersonValues(counting, persons, sql`person, taken`)})`,
    {
      columns: {
        // The position of the value's hash in the given list, from 1; 0 for all others, -1 for none. Always 0 without a
        // breakdown.
        slot: typed('Int16', sql`slot`),
        // Counted from 1.
        step: typed('UInt32', sql`step`),
        persons: count(),
        // Median nanoseconds since the first and since the previous step; null if no person reached the step.
        from_start: typed('Float64', sql`quantileExactInclusive(0.5)(reached.2)`),
        from_previous: typed('Float64', sql`quantileExactInclusive(0.5)(reached.3)`),
      },
      join: sql`ARRAY JOIN taken AS reached, arrayEnumerate(taken) AS step`,
      where: [sql`reached.1`],
      groupBy: sql`slot, step`,
    },
  );
}

/**
 * Names of the steps' columns: when the chain started, minus the time of its last event, time since the previous event.
 * (0, 0, 0) if there is none.
 */
const STEPS = [
  sql`step_1`,
  sql`step_2`,
  sql`step_3`,
  sql`step_4`,
  sql`step_5`,
  sql`step_6`,
  sql`step_7`,
  sql`step_8`,
  sql`step_9`,
  sql`step_10`,
];
const NO_CHAIN = sql`(toInt64(0), toInt64(0), toInt64(0))`;

/**
 * For each time of a person and each step the best chain of events that ends there. Of all chains that reached the
 * previous step strictly earlier, only the one that started last can matter, for the window, and of those the one that
 * reached it first, for the times: that is the greatest tuple so far. So one running maximum per step is enough.
 */
function stepped(counting: FunnelCounting, aliases: readonly Sql[]): Sql {
  const [first = sql`step_1`, ...others] = aliases;
  const begun = sql`SELECT *, if(bitTest(mask, 0), (t, -t, toInt64(0)), ${NO_CHAIN}) AS ${first} FROM (${moments(counting)})`;
  return others.reduce((rows, alias, index) => {
    const previous = aliases[index] ?? first;
    return sql`SELECT * EXCEPT (chain), if(bitTest(mask, ${uint8(index + 1)}) AND chain.1 > 0 AND t - chain.1 <= ${int64(counting.window)},
  (chain.1, -t, t + chain.2), ${NO_CHAIN}) AS ${alias}
FROM (SELECT *, max(${previous}) OVER (PARTITION BY person ORDER BY t ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS chain
FROM (${rows}))`;
  }, begun);
}

/** The times at which a person did any of the steps; bits tell which ones. Steps at the same time have no order. */
function moments({ scope, range, steps, where, breakdown }: FunnelCounting): Sql {
  const bits = steps.map(({ condition }, index) => sql`bitShiftLeft(toUInt16(${condition}), ${uint8(index)})`);
  const person = breakdown?.of === 'person' ? canonicalDistinctId(scope) : personHash(scope);
  const mask = bits.reduce((one, other) => sql`bitOr(${one}, ${other})`);
  const rows = select({
    columns: sql`${person} AS person, toUnixTimestamp64Nano(timestamp) AS t, message_id, ${mask} AS step_mask,
  ${breakdown?.of === 'event' ? breakdown.json : sql`''`} AS value_json`,
    from: EVENTS,
    final: true,
    scope,
    during: range,
    where: [sql`event IN ${stringParams(steps.map(({ event }) => event))}`, ...where],
  });
  return sql`SELECT person, t, groupBitOr(step_mask) AS mask, argMinIf(value_json, message_id, bitTest(step_mask, 0)) AS json
FROM (${rows}) WHERE step_mask != 0 GROUP BY person, t`;
}

/** The same persons, with their breakdown property as `json`. */
function withPersonValues({ scope, breakdown }: FunnelCounting, persons: Sql, columns: Sql): Sql {
  if (breakdown?.of !== 'person') return persons;
  return sql`SELECT ${columns}, owned.json AS json
FROM (${persons}) AS began LEFT ANY JOIN (${personValues(breakdown.key, scope)}) AS owned ON began.person = owned.owner`;
}

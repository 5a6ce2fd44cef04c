import type { Sql } from '@svc/reading/statement';
import {
  count,
  select,
  selectFrom,
  sql,
  stringParams,
  typed,
  uint8,
  type RowsOf,
  type Scope,
} from '@svc/reading/statement';
import { storableRange, type TimeRange } from '@svc/reading/time';
import { EVENTS } from '@svc/tables';
import { personHash } from '../../../customers/index.js';
import { slotIndex, VALUE } from '../breakdown.js';
import { finalIf, personValues, type EventField } from '../event-fields.js';
import type { SelectedEvents } from '../event-selector.js';
import { reachedSteps } from './reached-steps.js';

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
  const began = sql`SELECT person, argMinIf(value_json, (t, message_id_hash), bitTest(mask, 0)) AS json
FROM (${moments(counting)})
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

/** Counts the persons who reach each step, and their times. */
export function selectFunnel(counting: FunnelCounting, hashes: readonly string[]) {
  const { range, steps, window } = counting;
  const { code, columns } = reachedSteps({ range: storableRange(range), count: steps.length, window });
  const json = counting.breakdown
    ? sql`argMinIf(value_json, (t, message_id_hash), bitTest(mask, 0)) AS json`
    : sql`'' AS json`;
  const persons = sql`SELECT person, json,
  ${columns}
FROM (SELECT person, arraySort(groupArray(${code})) AS codes, ${json} FROM (${moments(counting)}) GROUP BY person)`;
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

/** The events that are a step, with the person and the time; bits tell which steps. */
function moments({ scope, range, steps, where, breakdown }: FunnelCounting): Sql {
  const bits = steps.map(({ condition }, index) => sql`bitShiftLeft(toUInt16(${condition}), ${uint8(index)})`);
  const rows = select({
    columns: sql`${personHash(scope)} AS person, toUnixTimestamp64Nano(timestamp) AS t, message_id_hash,
  ${bits.reduce((one, other) => sql`bitOr(${one}, ${other})`)} AS mask, ${breakdown?.of === 'event' ? breakdown.json : sql`''`} AS value_json`,
    from: EVENTS,
    ...finalIf(where.length > 0 || breakdown?.of === 'event' || steps.some(({ isFiltered }) => isFiltered)),
    scope,
    during: range,
    where: [sql`event IN ${stringParams(steps.map(({ event }) => event))}`, ...where],
  });
  return sql`SELECT person, t, message_id_hash, mask, value_json FROM (${rows}) WHERE mask != 0`;
}

/** Adds the breakdown property of the persons as `json`. */
function withPersonValues({ scope, breakdown }: FunnelCounting, persons: Sql, columns: Sql): Sql {
  if (breakdown?.of !== 'person') return persons;
  return sql`SELECT ${columns}, owned.json AS json
FROM (${persons}) AS began LEFT ANY JOIN (${personValues(breakdown.key, scope)}) AS owned ON began.person = owned.owner`;
}

import type { EventsSelector } from '@svc/contract';
import { readFilters, type PatternBudget } from '@svc/property-filters';
import { allOf, sql, stringParam, type Scope, type Sql } from '@svc/reading/statement';
import { eventConditions } from './event-fields.js';

/** Events of one name, and the condition that selects rows among them. */
export interface SelectedEvents {
  readonly event: string;
  readonly condition: Sql;
  /** Whether the condition reads more than the name. */
  readonly isFiltered: boolean;
}

/** @param patterns shared by all filters of the request. */
export function selectedEvents(
  { event, filters }: EventsSelector,
  path: string,
  scope: Scope,
  now: bigint,
  patterns: PatternBudget,
): SelectedEvents {
  const at = `${path}.filters`;
  const conditions = eventConditions(readFilters(filters, at, now, patterns), at, scope);
  const condition = sql`(${allOf([sql`event = ${stringParam(event)}`, ...conditions])})`;
  return { event, condition, isFiltered: conditions.length > 0 };
}

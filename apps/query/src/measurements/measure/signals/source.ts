import { explainSearch, fieldValue, type SearchableTable } from '@svc/reading/search-language';
import { sql, type Scope, type Sql } from '@svc/reading/statement';
import type { TimeRange } from '@svc/reading/time';
import { invalidField } from '@svc/service-error';
import type { RowExpressions } from '../figures.js';
import type { Question } from '../question.js';

/** Rows of one table, or of a roll-up of it, that are aggregated. */
export interface Source extends Pick<RowExpressions, 'rows' | 'weight' | 'errors' | 'time'> {
  readonly table: SearchableTable;
  /** Selects from the rows of a range, with these columns and conditions. */
  readonly select: (shape: SourceShape) => Sql;
  /** Replaces the states of a cell and their final expressions, where the roll-up has its own. */
  readonly states?: { readonly a: Sql; readonly b: Sql };
}

export interface SourceShape {
  readonly columns: Sql;
  readonly groupBy: Sql;
  readonly during: TimeRange;
  readonly where: readonly (Sql | undefined)[];
}

/** The sources from which a question is answered in the tables of its signal. */
export interface Sources {
  /** Reads every record. */
  readonly records: Source;
  /** Reads whole minutes, if these suffice for the question. */
  readonly minutes?: Source;
  /** The value of a window from its states, if the sources have their own. */
  readonly value?: Sql;
}

export type SignalSources = (question: Question, scope: Scope) => Sources;

/** Whether a filter and the fields of a question are columns of this list, so that a roll-up with these columns is enough. */
export function needsOnly(
  columns: ReadonlySet<string>,
  { filter, groupBy }: Pick<Question, 'filter' | 'groupBy'>,
  table: SearchableTable,
): boolean {
  const isColumn = (name: string): boolean => {
    const field = table.fields.get(name);
    return field !== undefined && field.type !== 'text' && columns.has(field.column.texts.join(''));
  };
  const { conditions } = explainSearch(filter, table);
  return (
    groupBy.every(isColumn) &&
    conditions.every(({ places }) => places.every(({ kind, name }) => kind === 'column' && columns.has(name)))
  );
}

/** The number that a field of a row has; null if it has none. */
export function numberField(name: string, table: SearchableTable, scope: Scope): Sql {
  const known = table.fields.get(name);
  if (known?.type === 'number') return sql`toNullable(toFloat64(${known.column}))`;
  return sql`toFloat64OrNull(${textField(name, table, scope, 'query.field')})`;
}

/** The text that a field of a row has; '' if it has none. */
export function textField(name: string, table: SearchableTable, scope: Scope, path: string): Sql {
  const text = fieldValue(name, table, scope);
  if (!text) throw invalidField(path, 'must not name a text');
  return text;
}

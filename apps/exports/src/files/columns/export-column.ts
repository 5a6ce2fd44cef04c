import { Sql, sql, stringParam } from '@svc/reading/statement';
import type { ExportFormat } from '../../definition/export-definition.js';

/** Types of the values of a column; `texts` is a map of texts, `json` is JSON as a text. */
export type ColumnKind = 'text' | 'time' | 'integer' | 'number' | 'boolean' | 'texts' | 'list' | 'json';

/** A column of an export, by the name that it has in the answers of the read API. */
export interface ExportColumn {
  readonly name: string;
  readonly kind: ColumnKind;
  /** Null where the read API leaves the field out. */
  readonly value: Sql;
  /** The value as JSON; the JSON of `value` if absent. */
  readonly json?: Sql;
}

export interface ColumnStyle {
  readonly format: ExportFormat;
  readonly escapesFormulas: boolean;
}

/** Spreadsheets take a text for a formula if it begins with one of these, also in their wide forms and after characters without a form. */
const FORMULA = sql`'^(?:[\\p{Cf}\\p{Z}\\s]*[=+\\-@＝＋－＠]|[\\t\\r])'`;

/** The SELECT list: one column for each, or for JSON a single column with the whole line. */
export function selectedColumns(columns: readonly ExportColumn[], style: ColumnStyle): Sql {
  if (style.format === 'json') return sql`concat('{', ${Sql.join(columns.map(toMember), ', ')}, '}') AS c1`;
  const render = style.format === 'csv' ? (column: ExportColumn) => inCsv(column, style) : inParquet;
  return Sql.join(
    columns.map((column, index) => sql`${render(column)} AS ${Sql.identifier(engineName(index))}`),
    ',\n  ',
  );
}

/** The name of a column in a statement. The client's name for it never becomes part of one. */
export const engineName = (index: number): string => `c${index + 1}`;

const toJson = ({ value, json, kind }: ExportColumn): Sql =>
  json ?? (kind === 'json' ? sql`ifNull(${value}, 'null')` : sql`ifNull(toJSONString(${value}), 'null')`);

const toMember = (column: ExportColumn, index: number): Sql =>
  sql`${stringParam(`${index === 0 ? '' : ','}${JSON.stringify(column.name)}:`)}, ${toJson(column)}`;

function inCsv(column: ExportColumn, { escapesFormulas }: ColumnStyle): Sql {
  const { kind, value, json } = column;
  if (kind === 'texts' || kind === 'list' || kind === 'json') return toJson(column);
  if (kind !== 'text' || !escapesFormulas) return value;
  // The sender's type decides: numbers of attributes stay as they are.
  const isText = json ? sql` AND startsWith(${json}, '"')` : sql``;
  return sql`if(match(ifNull(${value}, ''), ${FORMULA})${isText}, concat('\\'', ${value}), ${value})`;
}

function inParquet({ kind, value }: ExportColumn): Sql {
  return kind === 'texts' ? sql`CAST(${value} AS Map(String, String))` : value;
}

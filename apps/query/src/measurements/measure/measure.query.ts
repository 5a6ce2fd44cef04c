import { compileSearch } from '@svc/reading/search-language';
import { int64, selectFrom, sql, Sql, typed, uint64, unionAll, type RowsOf, type Scope } from '@svc/reading/statement';
import { isEmpty, NANOSECONDS_PER_MINUTE, splitAt, type TimeRange } from '@svc/reading/time';
import { toFigure, type Figure } from './figures.js';
import type { Question } from './question.js';
import { numberField, textField, type Source, type Sources } from './signals/source.js';
import { fitsCells, wholeRange, type Windows } from './windows.js';

/** A series: the windows in which it has records, with their figures and numbers of records. */
export type SeriesRow = RowsOf<typeof selectSeries>;

/** Aggregates the cells first, and then the windows from their cells; the series with the most records come first. */
export function selectSeries(question: Question, sources: Sources, scope: Scope) {
  const { windows, aggregate, maxGroups } = question;
  const figure = toFigure(aggregate, Number(windows.width / 1_000_000n) / 1000);
  const ofWindows = sql`SELECT labels, ${slots(windows)} AS slot, n, a, b FROM (${selectCells(question, sources, figure, scope)})`;
  const perWindow = selectFrom(ofWindows, {
    columns: sql`labels, slot, toFloat64(${sources.value ?? figure.value}) AS figure, sum(n) AS records`,
    groupBy: sql`labels, slot`,
    having: [sql`records > 0`],
  });
  return selectFrom(perWindow, {
    columns: {
      labels: typed('Array(String)', sql`labels`),
      slots: typed('Array(UInt32)', sql`groupArray(slot)`),
      // Null where the engine has no number, as for the ratio of nothing.
      figures: typed('Array(Nullable(Float64))', sql`groupArray(if(isFinite(figure), toNullable(figure), NULL))`),
      samples: typed('Array(UInt64)', sql`groupArray(records)`),
    },
    groupBy: sql`labels`,
    orderBy: sql`sum(records) DESC, labels`,
    // One additional row shows whether there are more.
    limit: maxGroups + 1,
  });
}

/** The windows that a cell belongs to. */
function slots({ width, step, cell, count }: Windows): Sql {
  const [perWindow, perStep] = [int64(width / cell), int64(step / cell)];
  const first = sql`greatest(intDiv(cell - ${perWindow} + ${perStep}, ${perStep}), 0)`;
  const end = sql`least(intDiv(cell, ${perStep}) + 1, ${uint64(count)})`;
  return sql`arrayJoin(range(toUInt32(${first}), toUInt32(${end})))`;
}

/** Whole minutes from the minutes, if there are any; the rest from the records. */
function selectCells(question: Question, { records, minutes }: Sources, figure: Figure, scope: Scope): Sql {
  const range = wholeRange(question.windows);
  if (!minutes || !fitsCells(question.windows, NANOSECONDS_PER_MINUTE))
    return selectCellRows(records, range, question, figure, scope);
  const { whole, edges } = splitAt(range, NANOSECONDS_PER_MINUTE);
  return unionAll([
    ...(isEmpty(whole) ? [] : [selectCellRows(minutes, whole, question, figure, scope)]),
    ...edges.map((edge) => selectCellRows(records, edge, question, figure, scope)),
  ]);
}

function selectCellRows(source: Source, during: TimeRange, question: Question, figure: Figure, scope: Scope): Sql {
  const { table, select, states, rows, weight, errors, time } = source;
  const { filter, groupBy, field, windows, aggregate } = question;
  const labels = groupBy.map((name) => sql`toString(${textField(name, table, scope, 'group_by')})`);
  const isText = aggregate === 'unique';
  const value = field === '' || isText || states ? sql`0.` : numberField(field, table, scope);
  const text = isText ? textField(field, table, scope, 'query.field') : sql`''`;
  const row = { rows, weight, errors, time, value: sql`assumeNotNull(${value})`, text };
  const isKnown = isText ? sql`${text} != ''` : sql`isFinite(ifNull(${value}, nan))`;
  const a = states?.a ?? figure.a(row);
  const b = states?.b ?? figure.b?.(row) ?? sql`0.`;
  return select({
    columns: sql`${labels.length === 0 ? sql`emptyArrayString()` : sql`[${Sql.join(labels, ', ')}]`} AS labels,
  intDiv(${time} - ${int64(windows.origin)}, ${int64(windows.cell)}) AS cell,
  toUInt64(greatest(sum(${rows}), 0)) AS n, ${a} AS a, ${b} AS b`,
    groupBy: sql`labels, cell`,
    during,
    where: [compileSearch(filter, table, scope), field === '' || states ? undefined : isKnown],
  });
}

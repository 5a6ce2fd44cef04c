import {
  hexDigits,
  isAfter,
  select,
  sql,
  tableColumns,
  typed,
  uint64,
  type Position,
  type RowsOf,
  type Sql,
} from '@svc/reading/statement';
import { REPLAY_SESSIONS, REPLAY_SUMMARIES } from '@svc/tables';
import { recordingConditions } from './recording-filters.js';
import type { RecordingPage } from './recordings.query.js';

/** The figures by which recordings can be ranked: those of summaries, and the duration of the session itself. */
const FIGURES = {
  active: sql`active_ms`,
  rage: sql`rage_clicks`,
  dead: sql`dead_clicks`,
  errors: sql`error_clicks`,
  duration: sql`last_ms - first_ms`,
} as const;
export type Ranking = keyof typeof FIGURES;

export const isRanking = (sort: string): sort is Ranking => Object.hasOwn(FIGURES, sort);

export type RankedRow = RowsOf<typeof selectRanked>;

/** The recordings that begin in a time, by a figure, the largest first. */
export function selectRanked(ranking: Ranking, { scope, slice, filters, after, limit }: RecordingPage) {
  const conditions = recordingConditions(filters, scope, slice);
  const figure = sql`toUInt64(${FIGURES[ranking]})`;
  const isNext = after && isAfter(sql`${figure}, session_key`, uint64(after.value), after, 'desc');
  const columns = {
    ...tableColumns(REPLAY_SESSIONS, ['timestamp', 'session_id']),
    key: hexDigits(sql`session_key`),
    figure: typed('UInt64', figure),
  };
  const page = {
    columns,
    final: true as const,
    scope,
    during: slice,
    orderBy: sql`${figure} DESC, session_key DESC`,
    limit,
  };
  if (ranking === 'duration') return select({ ...page, from: REPLAY_SESSIONS, where: [isNext, ...conditions] });
  const isWanted = conditions.some((condition) => condition !== undefined)
    ? sql`session_id IN (${matching(conditions, { scope, slice })})`
    : undefined;
  return select({ ...page, from: REPLAY_SUMMARIES, where: [isNext, sql`${figure} > 0`, isWanted] });
}

function matching(where: (Sql | undefined)[], { scope, slice }: Pick<RecordingPage, 'scope' | 'slice'>): Sql {
  return select({ columns: sql`session_id`, from: REPLAY_SESSIONS, final: true, scope, during: slice, where });
}

/** The position of a recording in a ranked list. */
export const toRankedPosition = ({ figure, key }: RankedRow): Position => ({ value: BigInt(figure), id: key });

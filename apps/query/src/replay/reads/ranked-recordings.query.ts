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
import { areListed, type ListedSession } from './listed-sessions.js';
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
/** A figure that summaries have. */
export type SummaryRanking = Exclude<Ranking, 'duration'>;

export const isRanking = (sort: string): sort is Ranking => Object.hasOwn(FIGURES, sort);

export type RankedRow = RowsOf<typeof selectRanked>;

/** The recordings that begin in a time, by a figure, the largest first. */
export function selectRanked(ranking: Ranking, page: RecordingPage) {
  if (ranking !== 'duration') return selectSummaries(ranking, page, { final: true, where: [areWanted(page)] });
  const { scope, slice, filters } = page;
  const conditions = recordingConditions(filters, scope, slice);
  return select({
    ...ordered(ranking, page),
    from: REPLAY_SESSIONS,
    final: true,
    where: [isNext(ranking, page), ...conditions],
  });
}

/**
 * Summaries by a figure, the largest first, including those that were replaced: what `selectRanked` would find is among the sessions of
 * these, down to the last one.
 */
export function selectCandidates(ranking: SummaryRanking, page: RecordingPage) {
  return selectSummaries(ranking, page, { where: [areWanted(page)] });
}

/** The sessions of candidates by their figures, the largest first. */
export function selectRankedAmong(ranking: SummaryRanking, page: RecordingPage, candidates: readonly ListedSession[]) {
  return selectSummaries(ranking, page, { final: true, where: [areListed(candidates)] });
}

function selectSummaries(
  ranking: Ranking,
  page: RecordingPage,
  { final, where }: { readonly final?: true; readonly where: readonly (Sql | undefined)[] },
) {
  const conditions = [isNext(ranking, page), sql`${figureOf(ranking)} > 0`, ...where];
  return select({ ...ordered(ranking, page), from: REPLAY_SUMMARIES, ...(final && { final }), where: conditions });
}

function ordered(ranking: Ranking, { scope, slice, limit }: RecordingPage) {
  const figure = figureOf(ranking);
  const columns = {
    ...tableColumns(REPLAY_SESSIONS, ['timestamp', 'session_id']),
    key: hexDigits(sql`session_key`),
    figure: typed('UInt64', figure),
  };
  return { columns, scope, during: slice, orderBy: sql`${figure} DESC, session_key DESC`, limit };
}

const figureOf = (ranking: Ranking): Sql => sql`toUInt64(${FIGURES[ranking]})`;

function isNext(ranking: Ranking, { after }: RecordingPage): Sql | undefined {
  return after && isAfter(sql`${figureOf(ranking)}, session_key`, uint64(after.value), after, 'desc');
}

/** The condition on summaries that the filters ask for. */
function areWanted({ scope, slice, filters }: RecordingPage): Sql | undefined {
  const where = recordingConditions(filters, scope, slice);
  if (where.every((condition) => condition === undefined)) return undefined;
  const wanted = select({ columns: sql`session_id`, from: REPLAY_SESSIONS, final: true, scope, during: slice, where });
  return sql`session_id IN (${wanted})`;
}

/** The position of a recording in a ranked list. */
export const toRankedPosition = ({ figure, key }: RankedRow): Position => ({ value: BigInt(figure), id: key });

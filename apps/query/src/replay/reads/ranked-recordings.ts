import type { ProjectReader } from '@svc/reading/project-reader';
import { cutPage, type FoundPage } from '@svc/reading/statement';
import {
  selectCandidates,
  selectRanked,
  selectRankedAmong,
  toRankedPosition,
  type RankedRow,
  type Ranking,
  type SummaryRanking,
} from './ranked-recordings.query.js';
import type { RecordingPage } from './recordings.query.js';

/** How many summaries are read for each recording of a page: most have one or two, and the next attempt reads more. */
const CANDIDATES = [4, 20];

/**
 * A page of the recordings that begin in a time, by a figure, the largest first.
 *
 * Counting only the last summary of each session takes three times as long as reading all of them. So the largest figures of all summaries
 * are read first, and then the last summaries of their sessions. A replaced summary can be larger or smaller than the last one, but every
 * last summary is read too: no session is missing above the smallest figure that was read.
 */
export async function readRanked(
  ranking: Ranking,
  page: RecordingPage,
  reader: ProjectReader,
): Promise<FoundPage<RankedRow>> {
  const more = { ...page, limit: page.limit + 1 };
  const found = ranking === 'duration' ? undefined : await readLargest(ranking, more, reader);
  return cutPage(found ?? (await reader.rows(selectRanked(ranking, more))), page.limit, toRankedPosition);
}

/** Characters of the IDs of candidates in a statement: a server refuses a parameter above 128 KiB, and a character can be escaped. */
const MAX_ID_CHARACTERS = 50_000;
/** Candidates in a statement, for the same reason: each has a time of 19 digits. */
const MAX_SESSIONS = 5_000;

/** The first recordings of a page; undefined if the summaries that were read do not tell which these are. */
async function readLargest(
  ranking: SummaryRanking,
  page: RecordingPage,
  reader: ProjectReader,
): Promise<readonly RankedRow[] | undefined> {
  for (const factor of CANDIDATES) {
    const limit = page.limit * factor;
    const candidates = await reader.rows(selectCandidates(ranking, { ...page, limit }));
    if (candidates.length === 0) return [];
    const sessions = [...new Map(candidates.map((row) => [row.session_id, row])).values()];
    const characters = sessions.reduce((sum, { session_id }) => sum + Buffer.byteLength(session_id), 0);
    if (sessions.length > MAX_SESSIONS || characters > MAX_ID_CHARACTERS) return undefined;
    const found = await reader.rows(selectRankedAmong(ranking, page, sessions));
    if (candidates.length < limit || isAbove(found[page.limit - 1], candidates.at(-1))) return found;
  }
  return undefined;
}

/** Whether a recording is in the list before a candidate, or is that candidate. */
function isAbove(recording: RankedRow | undefined, candidate: RankedRow | undefined): boolean {
  if (!recording || !candidate) return false;
  const [figure, least] = [BigInt(recording.figure), BigInt(candidate.figure)];
  return figure > least || (figure === least && recording.key >= candidate.key);
}

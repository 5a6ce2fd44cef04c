import type { Input } from '../../api/call.js';
import type { ScopeQuery } from '../../scope/scope.js';
import type { ReplaysState } from '../fields.js';

const PAGE_SIZE = 100;

/** The filters of the list, without its order. */
export type ReplayFilters = Omit<ReplaysState, 'open' | 'sort'>;

/** The request for the recordings that began in the time range and match the filters. Recordings are not told apart by environment. */
export function toReplaysInput(scope: ScopeQuery, state: Omit<ReplaysState, 'open'>): Input<'GET /replay'> {
  const { person, errors, rage, dead, ...others } = state;
  const { start_time, end_time } = scope;
  return {
    query: {
      start_time,
      end_time,
      distinct_id: person,
      ...(errors && { errors }),
      ...(rage && { rage }),
      ...(dead && { dead }),
      ...others,
      limit: PAGE_SIZE,
    },
  };
}

/** The filters in words, for a list that is empty. */
export function describeFilters(filters: ReplayFilters): readonly string[] {
  const { q, person, errors, rage, dead, url, min_duration, min_active, release, trace_id } = filters;
  return [
    q !== '' && `that contains “${q}”`,
    person !== '' && `of the person ${person}`,
    errors && 'with errors',
    rage && 'with rage clicks',
    dead && 'with dead clicks',
    url !== '' && `of a page whose address contains “${url}”`,
    min_duration !== '' && `that lasts ${min_duration} or longer`,
    min_active !== '' && `with ${min_active} or more of activity`,
    release !== '' && `of the release ${release}`,
    trace_id !== '' && `of the trace ${trace_id}`,
  ].filter((text) => text !== false);
}

/** The least important filters, which the page shows only while they are set or asked for. */
export function hasFurther({ person, url, release, trace_id }: ReplayFilters): boolean {
  return [person, url, release, trace_id].some((value) => value !== '');
}

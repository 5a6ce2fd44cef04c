import { useMemo } from 'react';
import { useApi } from '../../api/hooks.js';
import { useSession } from '../../session/session.js';

const FIELDS = ['event', 'distinct_id', 'session_id', 'service', 'environment', 'release'];

interface EventField {
  readonly name: string;
  readonly count: number;
  readonly values: readonly { readonly value: string; readonly count: number }[];
}

/** Names of events that begin with a text. */
export function useEventNames(prefix = ''): readonly string[] {
  const { can } = useSession();
  const { data } = useApi(
    'GET /events/names',
    { query: { prefix } },
    { enabled: can('events:read'), staleTime: 60_000 },
  );
  return useMemo(() => data?.events.map(({ name }) => name) ?? [], [data]);
}

/** The fields of the search of events, for completion; the first names of events are values of `event`. */
export function useEventFields(): readonly EventField[] {
  const names = useEventNames();
  return useMemo(
    () =>
      FIELDS.map((name) => ({
        name,
        count: 0,
        values: name === 'event' ? names.map((value) => ({ value, count: 0 })) : [],
      })),
    [names],
  );
}

import { useQueryClient } from '@tanstack/react-query';
import { useRouter, useRouterState, type RouterHistory } from '@tanstack/react-router';
import { createContext, use, useCallback, useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { useProjectSlug } from '../api/project.js';
import { useSession } from '../session/session.js';
import { resolveRange, toQuery, type Range } from '../time/range.js';
import { ZoneContext } from '../time/zone-context.js';
import { isZone, viewerZone } from '../time/zone.js';
import { SCOPE_FIELDS, type ScopeValues } from '../url/scope-fields.js';
import { useSearchState, type Update } from '../url/use-search-state.js';
import { Moments } from './moments.js';

/** The times and environments of a request, in the names that all lists of the interface have. */
export interface ScopeQuery {
  readonly start_time: string;
  readonly end_time: string;
  readonly environment?: readonly string[];
}

export interface Scope {
  readonly project: string;
  readonly env: readonly string[];
  readonly range: Range;
  /** IANA name of the time zone in which times are shown and typed. */
  readonly zone: string;
  /** The instant that `now` stands for in the range, in milliseconds since the epoch; it moves with `refresh`. */
  readonly nowMs: number;
  readonly startMs: number;
  readonly endMs: number;
  readonly query: ScopeQuery;
  /** Moves a relative range to the present and reads everything again. */
  readonly refresh: () => void;
  readonly update: Update<ScopeValues>;
}

const ScopeContext = createContext<Scope | undefined>(undefined);

/** Returns the scope of the page: project, environments, time range and time zone. */
export function useScope(): Scope {
  const scope = use(ScopeContext);
  if (!scope) throw new Error('There is no scope around this component');
  return scope;
}

export function ScopeProvider({ children }: { readonly children: ReactNode }): ReactNode {
  const project = useProjectSlug() ?? '';
  const { user } = useSession();
  const [{ env, from, to, tz }, update] = useSearchState(SCOPE_FIELDS);
  const entry = useRouterState({ select: ({ location }) => location.state.__TSR_key ?? '' });
  const client = useQueryClient();
  const [moments] = useState(() => new Moments());
  const [, setRefreshed] = useState(0);
  useCarriedMoments(moments, entry);
  const nowMs = moments.of(entry);
  const refresh = useCallback(() => {
    moments.refresh(entry);
    setRefreshed((count) => count + 1);
    // Reads that the new moment does not change already.
    setTimeout(() => void client.invalidateQueries({ predicate: ({ state }) => state.fetchStatus === 'idle' }));
  }, [moments, entry, client]);
  const zone = [tz, user.time_zone].find((name) => name !== undefined && isZone(name)) ?? viewerZone();
  // A new list of the same environments would be another query.
  const environments = env.join('\n');
  const scope = useMemo<Scope>(() => {
    const range = { from, to };
    const { startMs, endMs } = resolveRange(range, nowMs);
    const names = environments === '' ? [] : environments.split('\n');
    const query = {
      ...toQuery(range, nowMs),
      ...(names.length > 0 && { environment: names }),
    };
    return { project, env: names, range, zone, nowMs, startMs, endMs, query, refresh, update };
  }, [project, environments, from, to, zone, nowMs, refresh, update]);
  return (
    <ScopeContext value={scope}>
      <ZoneContext value={zone}>{children}</ZoneContext>
    </ScopeContext>
  );
}

/** Keeps the moment of a page whose address is replaced, such as when a row is opened. */
function useCarriedMoments(moments: Moments, entry: string): void {
  const { history } = useRouter() as { readonly history: RouterHistory };
  const latest = useRef(entry);
  latest.current = entry;
  useEffect(
    () =>
      history.subscribe(({ location, action }) => {
        const { __TSR_key: key } = location.state;
        if (action.type === 'REPLACE' && key !== undefined) moments.carry(latest.current, key);
      }),
    [history, moments],
  );
}

import { useEffect, useMemo } from 'react';
import type { Dashboard } from '../../gen/api.js';
import { useScope } from '../../scope/scope.js';
import { isRelative, resolveRange, toQuery, type Range } from '../../time/range.js';
import { useRawSearch } from '../../url/use-search-state.js';
import type { DashboardState } from '../fields.js';
import { ownRange, toIntervalMs, usesPageRange } from './times.js';

export interface DashboardRange {
  readonly isOfPage: boolean;
  readonly range: Range;
  readonly startMs: number;
  readonly endMs: number;
  readonly query: { readonly start_time: string; readonly end_time: string };
}

/** The range that the widgets show. It moves to the present as often as the dashboard says, unless the window is hidden or it is edited. */
export function useDashboardRange(dashboard: Dashboard, { edit, times }: DashboardState): DashboardRange {
  const { range: pageRange, nowMs, refresh } = useScope();
  const isOfPage = usesPageRange(times, useRawSearch());
  const { time_range: own } = dashboard;
  const { from, to } = isOfPage ? pageRange : ownRange(own);
  const isMoving = isRelative({ from, to }) && !edit;
  const intervalMs = toIntervalMs(dashboard.refresh_interval);
  useEffect(() => {
    if (intervalMs === undefined || !isMoving) return undefined;
    const timer = setInterval(() => {
      if (!document.hidden) refresh();
    }, intervalMs);
    return () => clearInterval(timer);
  }, [intervalMs, isMoving, refresh]);
  return useMemo(() => {
    const range = { from, to };
    return { isOfPage, range, ...resolveRange(range, nowMs), query: toQuery(range, nowMs) };
  }, [isOfPage, from, to, nowMs]);
}

import type { UseQueryResult } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { ApiError } from '../../api/api-error.js';
import { useApi } from '../../api/hooks.js';
import type { Schedule, SchedulesPreviewResponse } from '../../gen/api.js';
import { useScope } from '../../scope/scope.js';
import { toInstant, toWallClock } from '../../time/zone.js';
import { toDays, type Day } from './to-days.js';

const DAY_MS = 86_400_000;
const DAYS = 14;

type Plan = UseQueryResult<SchedulesPreviewResponse, ApiError> & { readonly days: readonly Day[] };

/** The members on call in the next two weeks, beginning at midnight in the schedule's time zone. */
export function usePlan({ id, time_zone: zone }: Schedule): Plan {
  const { nowMs } = useScope();
  const midnight = Math.floor(toWallClock(zone, nowMs) / DAY_MS) * DAY_MS;
  const startMs = toInstant(zone, midnight).ms;
  const endMs = toInstant(zone, midnight + DAYS * DAY_MS).ms;
  const answer = useApi('GET /oncall/schedules/{schedule_id}/preview', {
    path: { schedule_id: id },
    query: { start: new Date(startMs).toISOString(), end: new Date(endMs).toISOString() },
  });
  const { data } = answer;
  const days = useMemo(() => (data ? toDays(data, zone, startMs, endMs) : []), [data, zone, startMs, endMs]);
  return { ...answer, days };
}

import { useMemo } from 'react';
import { useApi } from '../../api/hooks.js';
import type { Definition } from '../describe-flag.js';
import { compareOutcomes, type PersonOutcome } from './compare-outcomes.js';
import { toPreview } from './to-preview.js';

export interface OutcomeProps {
  readonly flagKey: string;
  readonly definition: Definition;
  /** The definition that is in force, if the other one is a draft; what changes is then shown. */
  readonly saved?: Definition;
}

/** Persons of the sample. */
const SAMPLED = 50;

interface Outcomes {
  /** Undefined while the first answer is on its way. */
  readonly outcomes: readonly PersonOutcome[] | undefined;
  readonly notes: readonly string[];
  readonly error: Error | null;
  readonly retry: () => void;
}

/** The results of the sample, now and with a draft: both are evaluated for the same persons. */
export function useOutcomes({ flagKey, definition, saved }: OutcomeProps, enabled: boolean): Outcomes {
  const isDraft = saved !== undefined;
  const now = useApi(
    'POST /flags/preview',
    { body: { ...toPreview(flagKey, saved ?? definition), sample_limit: SAMPLED } },
    { enabled },
  );
  const ids = now.data?.persons.map(({ distinct_id: id }) => id) ?? [];
  const next = useApi(
    'POST /flags/preview',
    { body: { ...toPreview(flagKey, definition), distinct_ids: ids } },
    { enabled: enabled && isDraft && ids.length > 0 },
  );
  const after = isDraft && ids.length > 0 ? next : now;
  const outcomes = useMemo(
    () => now.data && after.data && compareOutcomes(now.data.persons, after.data.persons),
    [now.data, after.data],
  );
  return {
    outcomes,
    notes: after.data?.notes ?? [],
    error: now.error ?? next.error,
    retry: () => void Promise.all([now.refetch(), isDraft && ids.length > 0 ? next.refetch() : undefined]),
  };
}

import type { Route } from '../../../api/call.js';
import { useApiChange } from '../../../api/hooks.js';
import type { Cohort } from '../../../gen/api.js';
import { announce } from '../../../ui/feedback/announcements.js';
import { readCohort, toCohortChanges, type CohortDraft } from './cohort-draft.js';

/** The operations whose answers change with a cohort. */
export const COHORT_READS: readonly Route[] = [
  'GET /analytics/cohorts',
  'GET /analytics/cohorts/{cohort_id}',
  'GET /analytics/cohorts/{cohort_id}/members',
  'GET /analytics/cohorts/{cohort_id}/history',
];

interface SaveCohort {
  readonly save: (draft: CohortDraft, version: number) => void;
  readonly error: Error | null;
  /** The cohort has changed since the version that was named. */
  readonly hasConflict: boolean;
  readonly isPending: boolean;
  readonly reset: () => void;
}

/** Makes a cohort, or saves a draft over the version that it began with. */
export function useSaveCohort(base: Cohort | undefined, onSaved: (id: string) => void): SaveCohort {
  const create = useApiChange('POST /analytics/cohorts', COHORT_READS);
  const update = useApiChange('PATCH /analytics/cohorts/{cohort_id}', COHORT_READS);
  const onSuccess = ({ id, name }: Cohort): void => {
    announce(`Saved ${name}`);
    onSaved(id);
  };
  const save = (draft: CohortDraft, version: number): void => {
    if (base === undefined) {
      const { definition, members } = readCohort(draft);
      const { kind, description } = draft;
      const content = kind === 'static' ? { members } : { definition };
      return create.mutate({ body: { name: draft.name.trim(), description, kind, ...content } }, { onSuccess });
    }
    const changes = toCohortChanges(base, draft);
    if (Object.keys(changes).length === 0) {
      announce('Nothing has changed');
      return onSaved(base.id);
    }
    update.mutate({ path: { cohort_id: base.id }, body: { ...changes, expected_version: version } }, { onSuccess });
  };
  const { error, isPending, reset } = base === undefined ? create : update;
  return { save, error, hasConflict: error?.code === 'version_conflict', isPending, reset };
}

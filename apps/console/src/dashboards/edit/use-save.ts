import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '../../api/api-error.js';
import type { CallOptions, Input } from '../../api/call.js';
import { forgetAnswers, toKey } from '../../api/hooks.js';
import { useProjectSlug } from '../../api/project.js';
import type { Dashboard } from '../../gen/api.js';
import { announce } from '../../ui/feedback/announcements.js';

const DATA = 'GET /dashboards/{dashboard_id}/widgets/{widget_id}/data';

/** A property of a dashboard that another user has changed, and what was to be saved. */
export interface Difference {
  readonly name: string;
  readonly now: string;
  readonly mine: string;
}

/** A change of a dashboard or of one of its widgets. */
export interface Change {
  /** Said when it is saved, such as `Saved the layout.` */
  readonly done: string;
  /** Sends it for a dashboard in the state that was read. */
  readonly send: (dashboard: Dashboard, options: CallOptions) => Promise<unknown>;
  /** Compares with the state that another user has saved in the meantime. */
  readonly compare: (now: Dashboard) => readonly Difference[];
  readonly onSaved: () => void;
}

export interface Conflict {
  readonly change: Change;
  readonly now: Dashboard;
}

/**
 * Saves changes with the version that was seen, which a form keeps from its opening. If someone else was faster, the conflict has both
 * states.
 */
export function useSave(dashboard: Dashboard, readAgain: () => Promise<Dashboard | undefined>) {
  const client = useQueryClient();
  const project = useProjectSlug();
  const [isSaving, setSaving] = useState(false);
  const [error, setError] = useState<Error>();
  const [conflict, setConflict] = useState<Conflict>();
  const save = async (change: Change, seen = dashboard): Promise<void> => {
    setSaving(true);
    setError(undefined);
    setConflict(undefined);
    try {
      await change.send(seen, { project });
      await forgetAnswers(client, project, ['GET /dashboards']);
      const widgets = new Set((await readAgain())?.widgets.map(({ id }) => id));
      // The data of a widget that was removed would be requested in vain.
      await client.invalidateQueries({
        queryKey: toKey(project, DATA),
        predicate: ({ queryKey }) => widgets.has((queryKey[2] as Input<typeof DATA>).path.widget_id),
      });
      announce(change.done);
      change.onSaved();
    } catch (failure) {
      // A refusal may come from what has changed since, such as a widget that was removed.
      const isRefused = failure instanceof ApiError && failure.status >= 400;
      const now = isRefused ? await readAgain() : undefined;
      if (now && failure instanceof ApiError && failure.code === 'version_conflict') setConflict({ change, now });
      else setError(failure as Error);
    } finally {
      setSaving(false);
    }
  };
  /** Takes the last error or conflict as read. */
  const dismiss = (): void => {
    setConflict(undefined);
    setError(undefined);
  };
  return { save, isSaving, error, conflict, dismiss };
}

import type { ReactNode } from 'react';
import { useSession } from '../../session/session.js';
import { Button } from '../../ui/controls/button.js';
import { useSearchState } from '../../url/use-search-state.js';
import { DASHBOARD_FIELDS } from '../fields.js';

/** Begins or ends the editing of a dashboard. */
export function EditButton(): ReactNode {
  const { can } = useSession();
  const [{ edit }, update] = useSearchState(DASHBOARD_FIELDS);
  const reason = can('dashboards:write') ? undefined : 'Your role does not have dashboards:write.';
  return (
    <Button icon="edit" aria-pressed={edit} disabledReason={reason} onClick={() => update({ edit: !edit })}>
      Edit
    </Button>
  );
}

import type { ReactNode } from 'react';
import { useApi, useApiChange } from '../../api/hooks.js';
import type { Flag } from '../../gen/api.js';
import { useGo } from '../../links/use-go.js';
import { useSession } from '../../session/session.js';
import { formatCount } from '../../time/format.js';
import { announce } from '../../ui/feedback/announcements.js';
import { ConfirmDialog } from '../../ui/feedback/confirm-dialog.js';
import { ErrorBox } from '../../ui/feedback/error-box.js';
import { findDependents } from './find-dependents.js';

interface DeleteDialogProps {
  readonly flag: Flag;
  readonly onClose: () => void;
}

/** Asks before a flag is deleted, and says what depends on it. */
export function DeleteDialog({ flag, onClose }: DeleteDialogProps): ReactNode {
  const { key, version } = flag;
  const go = useGo();
  const flags = useApi('GET /flags', {});
  const remove = useApiChange('DELETE /flags/{flag_key}', ['GET /flags', 'GET /changes']);
  const dependents = findDependents(key, flags.data?.flags ?? []);
  const onDelete = (): void => {
    const onSuccess = (): void => {
      announce(`Deleted ${key}`);
      go({ to: 'flags' });
    };
    remove.mutate({ path: { flag_key: key }, query: { expected_version: version } }, { onSuccess });
  };
  return (
    <ConfirmDialog
      title="Delete this flag?"
      action="Delete"
      error={remove.error}
      isPending={remove.isPending}
      disabledReason={dependents.length > 0 ? 'Other flags depend on it.' : undefined}
      onConfirm={onDelete}
      onClose={onClose}
    >
      <p>
        {'The definition of '}
        <code>{key}</code>
        {' is lost. Code that still asks for it gets its own default from then on; deactivating keeps the rules.'}
      </p>
      {dependents.length > 0 && (
        <p>{`Conditions of these flags refer to it, so it cannot be deleted: ${dependents.join(', ')}.`}</p>
      )}
      <Evaluations flagKey={key} />
    </ConfirmDialog>
  );
}

const WEEK_MS = 7 * 24 * 3_600_000;

/** The code that evaluates a flag is only known from the exposures that it has recorded. */
function Evaluations({ flagKey }: { readonly flagKey: string }): ReactNode {
  const { can } = useSession();
  const mayRead = can('events:read');
  const now = Date.now();
  const minute = now - (now % 60_000);
  const body = {
    events: ['$flag_evaluated'],
    time_range: { start: new Date(minute - WEEK_MS).toISOString(), end: new Date(minute).toISOString() },
    interval: 'total' as const,
    measure: 'unique_persons' as const,
    filters: [{ field: 'property.$flag', op: 'eq', value: flagKey }],
  };
  const { data, error } = useApi('POST /events/trends', { body }, { enabled: mayRead });
  if (!mayRead) return null;
  if (error) return <ErrorBox error={error} />;
  if (!data) return null;
  const persons = data.series.reduce((sum, { total }) => sum + total, 0);
  return (
    <p>
      {persons === 0
        ? 'No exposure was recorded in the last 7 days, which only says something if your code sends exposures.'
        : `It was evaluated for ${formatCount(persons)} persons in the last 7 days, as far as exposures are sent.`}
    </p>
  );
}

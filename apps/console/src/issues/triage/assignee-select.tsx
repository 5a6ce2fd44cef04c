import type { ReactNode } from 'react';
import { useSession } from '../../session/session.js';
import { useMembers } from '../../session/use-members.js';
import { Select } from '../../ui/controls/select.js';

interface AssigneeSelectProps {
  readonly assignee: string | undefined;
  /** Why it cannot be changed. */
  readonly disabledReason: string | undefined;
  readonly onChange: (userId: string | undefined) => void;
}

/** The member who takes care of an issue. */
export function AssigneeSelect({ assignee, disabledReason, onChange }: AssigneeSelectProps): ReactNode {
  const { user } = useSession();
  const { members, nameOf } = useMembers();
  if (disabledReason !== undefined) return <span title={disabledReason}>{`Assigned to ${nameOf(assignee)}`}</span>;
  const ids = new Set([
    user.id,
    ...members.map(({ user_id: id }) => id),
    ...(assignee === undefined ? [] : [assignee]),
  ]);
  const options = [...ids].map((id) => ({ value: id, label: id === user.id ? 'Me' : nameOf(id) }));
  return (
    <Select
      label="Assignee"
      value={assignee ?? ''}
      options={[{ value: '', label: 'Nobody assigned' }, ...options]}
      onChange={(id) => onChange(id === '' ? undefined : id)}
    />
  );
}

import { useSession } from '../../session/session.js';
import { useMembers } from '../../session/use-members.js';
import type { Option } from '../../ui/controls/select.js';

/** The members of the organization by name, the user first. */
export function useMemberOptions(): readonly Option[] {
  const { user } = useSession();
  const { members, nameOf } = useMembers();
  const others = members.map(({ user_id: id }) => id).filter((id) => id !== user.id);
  return [{ value: user.id, label: 'Me' }, ...others.map((id) => ({ value: id, label: nameOf(id) }))];
}

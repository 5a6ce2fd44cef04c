import { useMemo } from 'react';
import { useApi } from '../api/hooks.js';
import type { Member } from '../gen/api.js';
import { useSession } from './session.js';

export interface Members {
  readonly members: readonly Member[];
  /** The name of a member, `you`, or the ID of what is no member, such as a key. */
  readonly nameOf: (id: string | undefined) => string;
}

const NONE: readonly Member[] = [];

/** The members of the organization, to whom issues are assigned. */
export function useMembers(): Members {
  const { user, can } = useSession();
  const { data } = useApi('GET /account/members', {}, { enabled: can('members:read'), staleTime: 5 * 60_000 });
  const members = data?.members ?? NONE;
  return useMemo(() => {
    const names = new Map(members.map(({ user_id: id, name, email }) => [id, name === '' ? email : name]));
    const nameOf = (id: string | undefined): string => {
      if (id === undefined || id === '') return 'nobody';
      return id === user.id ? 'you' : (names.get(id) ?? id);
    };
    return { members, nameOf };
  }, [members, user.id]);
}

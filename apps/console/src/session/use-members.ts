import { useMemo } from 'react';
import { useApi } from '../api/hooks.js';
import type { Member } from '../gen/api.js';
import { useSession } from './session.js';

export interface Members {
  readonly members: readonly Member[];
  /** The name of a member or an API key, `you`, or the ID of what is neither of them any more. */
  readonly nameOf: (id: string | undefined) => string;
}

const NONE: readonly Member[] = [];

const STALE_MS = 5 * 60_000;

/** The members of the organization, and the names of those who change something in it. */
export function useMembers(): Members {
  const { user, can } = useSession();
  const { data } = useApi('GET /account/members', {}, { enabled: can('members:read'), staleTime: STALE_MS });
  const keys = useApi('GET /account/api-keys', {}, { enabled: can('api_keys:read'), staleTime: STALE_MS });
  const members = data?.members ?? NONE;
  return useMemo(() => {
    const names = new Map([
      ...members.map(({ user_id: id, name, email }) => [id, name === '' ? email : name] as const),
      ...(keys.data?.api_keys.map(({ id, name }) => [id, `API key ${name}`] as const) ?? []),
    ]);
    const nameOf = (id: string | undefined): string => {
      if (id === undefined || id === '') return 'nobody';
      return id === user.id ? 'you' : (names.get(id) ?? id);
    };
    return { members, nameOf };
  }, [members, keys.data, user.id]);
}

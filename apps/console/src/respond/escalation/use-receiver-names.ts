import { useMemo } from 'react';
import { useApi } from '../../api/hooks.js';
import { useSession } from '../../session/session.js';
import { useMembers } from '../../session/use-members.js';

export interface ReceiverNames {
  readonly user: (id: string) => string;
  readonly channel: (id: string) => string;
  readonly schedule: (id: string) => string;
}

/** The names of what a policy pages; the IDs where the role may not read them. */
export function useReceiverNames(): ReceiverNames {
  const { can } = useSession();
  const { nameOf } = useMembers();
  const channels = useApi('GET /notifications/channels', {}, { enabled: can('notifications:read') });
  const schedules = useApi('GET /oncall/schedules', {}, { enabled: can('oncall:read') });
  return useMemo(() => {
    const ofChannels = new Map(channels.data?.channels.map(({ id, name }) => [id, name]));
    const ofSchedules = new Map(schedules.data?.schedules.map(({ id, name }) => [id, name]));
    return {
      user: nameOf,
      channel: (id) => ofChannels.get(id) ?? id,
      schedule: (id) => ofSchedules.get(id) ?? id,
    };
  }, [channels.data, schedules.data, nameOf]);
}

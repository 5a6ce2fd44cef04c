import { usersAt, type Members, type Schedule, type ScheduleOverride } from '../../oncall/index.js';
import type { StoredLevel } from '../policies/policy.rules.js';

/** Current state of the schedules, channels and members that a policy refers to. */
export interface Targets {
  readonly schedules: ReadonlyMap<
    string,
    { readonly schedule: Schedule; readonly overrides: readonly ScheduleOverride[] }
  >;
  readonly channels: ReadonlyMap<string, { readonly isEnabled: boolean }>;
  readonly members: Members;
}

export interface ReachedUser {
  readonly userId: string;
  readonly name: string;
  /** The schedule through which the user is reached. */
  readonly scheduleId?: string;
}

export interface Miss {
  readonly type: 'user' | 'schedule' | 'channel';
  readonly id: string;
  readonly reason: 'member_left' | 'no_one_on_call' | 'channel_deleted' | 'channel_disabled';
}

export interface Reached {
  /** Each user once: as a user of the level, or through the first schedule that leads to the user. */
  readonly users: readonly ReachedUser[];
  readonly channels: readonly string[];
  readonly missed: readonly Miss[];
  readonly isEmpty: boolean;
}

/** Users and channels that a level reaches at a time. */
export function reachLevel(level: StoredLevel, { schedules, channels, members }: Targets, at: number): Reached {
  const users = new Map<string, ReachedUser>();
  const missed: Miss[] = [];
  for (const userId of level.users) {
    const name = members.get(userId);
    if (name === undefined) missed.push({ type: 'user', id: userId, reason: 'member_left' });
    else users.set(userId, { userId, name });
  }
  for (const scheduleId of level.schedules) {
    const found = schedules.get(scheduleId);
    const onDuty = found ? usersAt(found.schedule, found.overrides, at) : [];
    const present = onDuty.filter((userId) => members.has(userId));
    if (present.length === 0) missed.push({ type: 'schedule', id: scheduleId, reason: 'no_one_on_call' });
    for (const userId of present)
      if (!users.has(userId)) users.set(userId, { userId, name: members.get(userId) ?? '', scheduleId });
  }
  const enabled = level.channels.filter((id) => channels.get(id)?.isEnabled === true);
  for (const id of level.channels)
    if (!enabled.includes(id))
      missed.push({ type: 'channel', id, reason: channels.has(id) ? 'channel_disabled' : 'channel_deleted' });
  return { users: [...users.values()], channels: enabled, missed, isEmpty: users.size + enabled.length === 0 };
}

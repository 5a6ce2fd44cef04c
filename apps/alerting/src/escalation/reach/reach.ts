import { describeUnreachable, whyUnreachable, type Contact, type Unreachable } from '@svc/directory';
import { usersAt, type Members, type Schedule, type ScheduleOverride } from '../../oncall/index.js';
import type { StoredLevel } from '../policies/policy.rules.js';

/** A schedule that a policy refers to. */
export interface ScheduleTarget {
  readonly name: string;
  readonly schedule: Schedule;
  readonly overrides: readonly ScheduleOverride[];
}

/** Current state of the schedules, channels and members that a policy refers to. */
export interface Targets {
  readonly schedules: ReadonlyMap<string, ScheduleTarget>;
  readonly channels: ReadonlyMap<string, { readonly name: string; readonly isEnabled: boolean }>;
  readonly members: Members;
  /** Contact methods by user. */
  readonly contacts: ReadonlyMap<string, readonly Contact[]>;
  /** Types of the enabled channels of the project, through which contact methods are reached. */
  readonly channelTypes: ReadonlySet<string>;
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
  readonly reason: 'member_left' | 'no_one_on_call' | 'channel_deleted' | 'channel_disabled' | Unreachable;
  /** The reason as a sentence. */
  readonly summary: string;
}

export interface Reached {
  /** Each user once: as a user of the level, or through the first schedule that leads to the user. */
  readonly users: readonly ReachedUser[];
  readonly channels: readonly string[];
  readonly missed: readonly Miss[];
  readonly isEmpty: boolean;
}

/** Users and channels that a level reaches at a time. */
export function reachLevel(level: StoredLevel, targets: Targets, at: number): Reached {
  const users = new Map<string, ReachedUser>();
  const missed = new Map<string, Miss>();
  const reach = (user: ReachedUser): void => {
    const reason = whyUnreachable(targets.contacts.get(user.userId) ?? [], targets.channelTypes);
    if (reason)
      missed.set(user.userId, {
        type: 'user',
        id: user.userId,
        reason,
        summary: describeUnreachable(reason, user.name),
      });
    else if (!users.has(user.userId)) users.set(user.userId, user);
  };
  for (const userId of level.users) {
    const name = targets.members.get(userId);
    if (name !== undefined) reach({ userId, name });
    else missed.set(userId, { type: 'user', id: userId, reason: 'member_left', summary: MEMBER_LEFT });
  }
  for (const scheduleId of level.schedules) {
    const onDuty = reachSchedule(scheduleId, targets, at);
    if ('reason' in onDuty) missed.set(scheduleId, onDuty);
    else for (const user of onDuty) reach(user);
  }
  const channels = level.channels.filter((id) => targets.channels.get(id)?.isEnabled === true);
  for (const id of level.channels) if (!channels.includes(id)) missed.set(id, missChannel(id, targets));
  const isEmpty = users.size + channels.length === 0;
  return { users: [...users.values()], channels, missed: [...missed.values()], isEmpty };
}

/** The users on duty, or the reason why there are none. */
function reachSchedule(scheduleId: string, { schedules, members }: Targets, at: number): readonly ReachedUser[] | Miss {
  const found = schedules.get(scheduleId);
  const onDuty = found ? usersAt(found.schedule, found.overrides, at) : [];
  const present = onDuty.flatMap((userId) => {
    const name = members.get(userId);
    return name === undefined ? [] : [{ userId, name, scheduleId }];
  });
  if (present.length > 0) return present;
  const summary = found ? `Nobody is on duty in the schedule ${found.name}.` : 'A schedule was deleted.';
  return { type: 'schedule', id: scheduleId, reason: 'no_one_on_call', summary };
}

function missChannel(id: string, { channels }: Targets): Miss {
  const channel = channels.get(id);
  if (!channel) return { type: 'channel', id, reason: 'channel_deleted', summary: 'A channel was deleted.' };
  return { type: 'channel', id, reason: 'channel_disabled', summary: `The channel ${channel.name} is disabled.` };
}

const MEMBER_LEFT = 'A user is no longer a member.';

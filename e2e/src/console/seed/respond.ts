import { randomBytes } from 'node:crypto';
import { noteSecret } from '../../secrets.js';
import { newPerson } from '../../workspace/person.js';
import type { SeededProject } from './project.js';

const DAY_MS = 86_400_000;

export interface Responders {
  readonly channelId: string;
  readonly scheduleId: string;
  readonly policyId: string;
  /** A rule that fires for each new issue, whose alerts open an incident. */
  readonly ruleId: string;
  readonly userIds: readonly string[];
}

/**
 * Makes members on call, with nights that nobody covers, and a rule whose alerts open incidents that page them.
 *
 * @param receiverUrl where the channel sends its notifications.
 */
export async function seedResponders(project: SeededProject, receiverUrl: string): Promise<Responders> {
  const userIds = [(await newPerson('ROLE_MEMBER')).userId, (await newPerson('ROLE_MEMBER')).userId];
  const secret = noteSecret(`whsec_${randomBytes(32).toString('base64')}`);
  const channel = await project.post('/notifications/channels', {
    type: 'webhook',
    name: 'Operations',
    config: { url: receiverUrl, secret },
  });
  const schedule = await project.post('/oncall/schedules', {
    name: 'Payments',
    time_zone: 'Europe/Berlin',
    layers: [
      {
        name: 'Days',
        users: userIds,
        rotation_length: '2d',
        start_at: new Date(Date.now() - 10 * DAY_MS).toISOString(),
        handoff_time: '09:00',
        restrictions: [{ type: 'daily', start_time: '06:00', end_time: '22:00' }],
      },
    ],
  });
  const policy = await project.post('/escalation-policies', {
    name: 'Payments first',
    levels: [
      { level: 1, delay: '5m', schedules: [schedule['id']], channels: [channel['id']] },
      { level: 2, delay: '10m', users: [userIds[0]] },
    ],
    max_escalations: 2,
    ack_timeout: '30m',
  });
  const rule = await project.post('/alerts/rules', {
    name: 'New errors',
    kind: 'new_issue',
    severity: 'warning',
    query: { service: ['payments'] },
    window: '1h',
    labels: { team: 'payments' },
    notify: { channels: [channel['id']], escalation_policy_id: policy['id'], group_wait: '0s', group_interval: '1s' },
    incident: { auto_create: true },
  });
  return {
    channelId: channel['id'],
    scheduleId: schedule['id'],
    policyId: policy['id'],
    ruleId: rule['id'],
    userIds,
  };
}

import { randomBytes } from 'node:crypto';
import { noteSecret } from '../../secrets.js';
import { newPerson } from '../../workspace/person.js';
import type { SeededProject } from './project.js';

const DAY_MS = 86_400_000;

export interface Responders {
  readonly channelId: string;
  readonly scheduleId: string;
  readonly policyId: string;
  /** A rule that fires from the start, whose alerts page by the policy. */
  readonly ruleId: string;
  readonly userIds: readonly string[];
}

/** Makes members on call, with nights that nobody covers, and a rule whose alerts open an incident and page them. */
export async function seedResponders(project: Pick<SeededProject, 'post'>): Promise<Responders> {
  const userIds = [(await newPerson('ROLE_MEMBER')).userId, (await newPerson('ROLE_MEMBER')).userId];
  const secret = noteSecret(`whsec_${randomBytes(32).toString('base64')}`);
  const channel = await project.post('/notifications/channels', {
    type: 'webhook',
    name: 'Operations',
    // Nothing listens there, so that deliveries fail and can be sent again.
    config: { url: 'http://127.0.0.1:9/', secret },
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
    name: 'Payments are slow',
    kind: 'threshold',
    severity: 'warning',
    query: { signal: 'traces', q: 'request:yes', agg: 'count' },
    group_by: ['service'],
    window: '30m',
    interval: '30s',
    eval_delay: '0s',
    condition: { op: 'gt', threshold: 5 },
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

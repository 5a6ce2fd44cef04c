import type { ApiAnswer, Json } from '../api.js';
import { newReachableMember } from '../oncall/reachable-member.js';
import { noteSecret } from '../secrets.js';
import { signIn, type Person, type SignedIn } from '../workspace/person.js';
import type { Recorder } from './recorder.js';

/** Calls every operation of on-call schedules and escalation policies. */
export async function recordOncall(recorder: Recorder): Promise<void> {
  const { projectId } = recorder;
  const [ada, grace] = [await newReachableMember(projectId), await newReachableMember(projectId)];
  const layer = { name: 'week', users: [ada.userId, grace.userId], rotation_length: '1w', handoff_time: '09:00' };
  const body = {
    name: 'Primary',
    time_zone: 'Europe/Berlin',
    layers: [{ ...layer, start_at: '2026-01-05T08:00:00Z' }],
  };
  const schedule = await recorder.call('schedules.create', { body });
  const path = { schedule_id: schedule['id'] as string };
  await recordImport(recorder, ada);
  await recorder.call('schedules.list');
  await recorder.call('schedules.get', { path });
  const override = { user_id: ada.userId, start: '2090-12-24T18:00:00Z', end: '2090-12-25T08:00:00Z' };
  const { id: override_id } = await recorder.call('overrides.create', { path, body: override });
  await recorder.call('overrides.list', { path });
  await recorder.call('schedules.now', { path, query: { at: '2026-12-24T18:00:00Z' } });
  const span = { start: '2026-12-21T08:00:00Z', end: '2027-01-11T08:00:00Z' };
  await recorder.call('schedules.preview', { path, query: span });
  await recorder.call('overrides.delete', { path: { override_id: override_id } });
  await recordEscalation(recorder, path.schedule_id, grace.userId);
  await recorder.call('schedules.update', { path, body: { ...body, name: 'First line', expected_version: 1 } });
  await recorder.call('schedules.delete', { path });
  await recordCalendar(recorder, await signIn(ada));
}

/** A schedule of Opsgenie, of which nothing is stored. */
async function recordImport(recorder: Recorder, { email }: Person): Promise<void> {
  const participants = [{ type: 'user', username: email }];
  const rotation = { name: 'week', type: 'weekly', startDate: '2026-01-05T08:00:00Z', participants };
  const document = JSON.stringify({ data: { name: 'Primary', timezone: 'Europe/Berlin', rotations: [rotation] } });
  await recorder.call('schedules.import', { body: { from: 'opsgenie', document, dry_run: true } });
}

async function recordEscalation(recorder: Recorder, scheduleId: string, userId: string): Promise<void> {
  const levels: readonly object[] = [
    { level: 1, delay: '5m', schedules: [scheduleId] },
    { level: 2, delay: '15m', users: [userId] },
  ];
  const body = { name: 'Checkout', levels, max_escalations: 2, ack_timeout: '30m' };
  const policy: Json = await recorder.call('escalation.create', { body });
  const path = { policy_id: policy['id'] as string };
  await recorder.call('escalation.list');
  await recorder.call('escalation.get', { path });
  await recorder.call('escalation.dry_run', { path, query: { at: '2026-12-24T18:00:00Z' } });
  await recorder.call('escalation.update', { path, body: { ...body, max_escalations: 3, expected_version: 1 } });
  await recorder.call('escalation.delete', { path });
}

async function recordCalendar(recorder: Recorder, browser: SignedIn): Promise<void> {
  const send = (method: string, path: string, body: unknown): Promise<ApiAnswer> =>
    browser.request(method, `${path}project_id=${recorder.projectId}`, body);
  const { path } = await recorder.call('calendars.create', { send, body: {} });
  noteSecret(/svc_cal_[\w-]+/.exec(path)?.[0] ?? '');
  await recorder.call('calendars.delete', { send });
}

import type { Json } from '../api.js';
import type { Recorder } from './recorder.js';

/** A rule whose alert fires within a minute, because a new project has no records of the service. */
export async function startAlert(recorder: Recorder): Promise<void> {
  const body = {
    name: 'Checkout sends nothing',
    kind: 'absence',
    severity: 'warning',
    query: { signal: 'logs', service: ['silent-checkout'] },
    window: '1m',
    interval: '30s',
    eval_delay: '0s',
    labels: { team: 'payments' },
  };
  await recorder.call('alert_rules.create', { body });
}

/** The alert of startAlert: listed, read, acknowledged and resolved. */
export async function recordAlerts(recorder: Recorder): Promise<void> {
  const listed = await recorder.call('alerts.list', {
    query: { state: 'firing', severity: 'warning' },
    until: ({ alerts }) => (alerts as Json[])[0] !== undefined,
  });
  const path = { alert_id: String(listed['alerts'][0]['id']) };
  await recorder.call('alerts.acknowledge', { path, body: { note: 'The shop is closed for a deploy.' } });
  await recorder.call('alerts.get', { path });
  await recorder.call('alerts.resolve', { path, body: { note: 'The deploy has ended.' } });
}

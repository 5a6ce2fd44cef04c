import assert from 'node:assert/strict';
import { faultsOf, one, refuses } from '../testing/expect.js';
import { ALERTMANAGER, GRAFANA, toBytes } from '../testing/requests.js';
import { translateAlertmanagerWebhook } from './alertmanager.js';
import { translateGrafana } from './grafana.js';

const translate = (more: object = {}) => translateGrafana(toBytes({ ...GRAFANA, ...more }));
const [firing] = GRAFANA.alerts;

describe('the webhook of Grafana', () => {
  it('becomes an alert with the addresses and the values that Grafana adds', () => {
    const alert = one(translate());
    assert.deepEqual(
      { ...alert, dedupKey: '' },
      {
        wire: 'grafana',
        dedupKey: '',
        status: 'firing',
        name: 'Memory',
        severity: 'critical',
        labels: { grafana_folder: 'Nodes', instance: 'node-1', priority: 'P2' },
        annotations: {
          description: 'Memory is nearly full.',
          generator_url: 'https://grafana.example/alerting/grafana/abc/view?orgId=1',
          panel_url: 'https://grafana.example/d/nodes?viewPanel=2',
          silence_url: 'https://grafana.example/alerting/silence/new?alertmanager=grafana',
          values: 'A=1, B=44.25',
          external_url: 'https://grafana.example/',
        },
        startsAt: new Date('2026-11-30T09:29:12.345Z'),
        endsAt: undefined,
        expiresAt: undefined,
      },
    );
    assert.deepEqual(translate().dropped, { truncated_by_sender: 3 });
  });

  it('has the key of Alertmanager for the same labels', () => {
    const labels = { alertname: 'A', job: 'b' };
    const [ours] = translate({ alerts: [{ ...firing, labels }] }).alerts;
    const sent = { ...ALERTMANAGER, alerts: [{ ...ALERTMANAGER.alerts[0], labels }] };
    assert.equal(ours?.dedupKey, translateAlertmanagerWebhook(toBytes(sent)).alerts[0]?.dedupKey);
  });

  it('ends an alert that is resolved', () => {
    const [alert] = translate({ alerts: [{ ...firing, status: 'resolved', endsAt: '2026-11-30T09:40:00Z' }] }).alerts;
    assert.deepEqual([alert?.status, alert?.endsAt], ['resolved', new Date('2026-11-30T09:40:00Z')]);
  });

  it('is refused by its field, and names invalid alerts', () => {
    refuses(() => translate({ alerts: undefined }), 'alerts');
    assert.deepEqual(faultsOf(translate({ alerts: [firing, { ...firing, status: 'ok' }] })), ['alerts[1].status']);
  });

  it('ignores absent values', () => {
    for (const values of [null, 'x', [1], { A: { b: 1 } }])
      assert.equal(one(translate({ alerts: [{ ...firing, values }] })).annotations['values'], undefined);
  });
});

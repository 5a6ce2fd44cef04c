import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as pagerDuty from '@pagerduty/pdjs';
import { eventually } from '@svc/testing';
import type { Json } from '../../api.js';
import { theService } from '../../topology.js';
import { checkLife, openAlertScene, type AlertScene } from './alert-sender.js';
import { findPrograms, startProgram, type Program } from './programs.js';
import { startTlsProxy, type TlsProxy } from './tls-proxy.js';

/** A rule of Prometheus that fires, or does not. */
const ruleFile = (fires: boolean) => ({
  groups: [
    {
      name: 'spec',
      rules: [
        {
          alert: 'DiskFull',
          expr: fires ? 'vector(1)' : 'vector(0) > 1',
          labels: { severity: 'critical', service: 'db' },
          annotations: { summary: 'The disk is full.' },
        },
      ],
    },
  ],
});

describe('programs that send alerts, with no more than our address and a key', () => {
  const running: (AlertScene | Program | TlsProxy)[] = [];
  afterAll(() => Promise.all(running.map((one) => one.stop())));
  const open = async (): Promise<AlertScene> => {
    const scene = await openAlertScene();
    running.push(scene);
    return scene;
  };
  const start = async (...program: Parameters<typeof startProgram>): Promise<Program> => {
    const started = await startProgram(...program);
    running.push(started);
    return started;
  };
  /** Until the alert fires, or no longer does. */
  const untilFiring = (scene: AlertScene, count: number) =>
    eventually(`${count} alerts`, async () => (await scene.list()).length === count);

  it('are Prometheus, as to an Alertmanager', async () => {
    const scene = await open();
    const config = {
      global: { evaluation_interval: '1s' },
      rule_files: ['rules.yml'],
      alerting: {
        alertmanagers: [
          {
            static_configs: [{ targets: [new URL(theService().httpUrl).host] }],
            authorization: { credentials: scene.key },
          },
        ],
      },
    };
    const begin = async (): Promise<void> => {
      await start(
        findPrograms().prometheus,
        { 'config.yml': config, 'rules.yml': ruleFile(true) },
        '--storage.tsdb.path',
        // What it sends before it has looked up its targets is lost until then; alerts last for four times as long.
        ['--rules.alert.resend-delay=10s'],
      );
      await untilFiring(scene, 1);
    };
    const end = async (): Promise<void> => {
      const prometheus = running.at(-1) as Program;
      await writeFile(path.join(prometheus.directory, 'rules.yml'), JSON.stringify(ruleFile(false)));
      prometheus.child.kill('SIGHUP');
      await untilFiring(scene, 0);
    };
    const alert = await checkLife(scene, 'DiskFull', { begin, end });
    assert.deepEqual([alert['severity'], alert['summary']], ['critical', 'The disk is full.']);
    assert.equal(alert['labels']['service_name'], 'db');
  });

  it('are the SDK of PagerDuty, which insists on TLS', async () => {
    const scene = await open();
    const proxy = await startTlsProxy(theService().httpUrl);
    running.push(proxy);
    const event = { routing_key: scene.key, dedup_key: 'disk' };
    const payload = { summary: 'Disk full', source: 'db-1', severity: 'critical' } as const;
    const send = async (action: 'trigger' | 'acknowledge' | 'resolve'): Promise<void> => {
      const options = { server: proxy.address, agent: proxy.agent, data: { ...event, event_action: action, payload } };
      const answer = await pagerDuty.event(options);
      assert.deepEqual([answer.response.status, (answer.data as Json)['dedup_key']], [202, 'disk']);
    };
    const end = async (): Promise<void> => {
      await send('acknowledge');
      await send('resolve');
    };
    await checkLife(scene, 'Disk full', { begin: () => send('trigger'), end });
  });

  it('are Alertmanager by its webhook', async () => {
    const scene = await open();
    const webhook = {
      url: `${theService().httpUrl}/api/v1/external-alerts/alertmanager`,
      http_config: { authorization: { credentials: scene.key } },
    };
    const config = {
      route: { receiver: 'svc', group_wait: '0s', group_interval: '1s', group_by: ['alertname'] },
      receivers: [{ name: 'svc', webhook_configs: [webhook] }],
    };
    const alertmanager = await start(findPrograms().alertmanager, { 'config.yml': config }, '--storage.path', [
      '--cluster.listen-address=',
    ]);
    const labels = { alertname: 'DiskFull', severity: 'critical', service: 'db' };
    const post = async (more: object): Promise<void> => {
      const answer = await fetch(`${alertmanager.url}/api/v2/alerts`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify([{ labels, annotations: { summary: 'The disk is full.' }, ...more }]),
      });
      assert.equal(answer.status, 200);
    };
    const begin = async (): Promise<void> => {
      await post({});
      await untilFiring(scene, 1);
    };
    const end = async (): Promise<void> => {
      await post({ endsAt: new Date().toISOString() });
      await untilFiring(scene, 0);
    };
    const alert = await checkLife(scene, 'DiskFull', { begin, end });
    assert.deepEqual([alert['severity'], alert['summary']], ['critical', 'The disk is full.']);
  });
});

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { eventually } from '@svc/testing';
import { makeKey, ok, type Json } from '../../api.js';
import { theService } from '../../topology.js';
import { makeProject } from '../../workspace/project.js';
import { list } from '../jaeger/compare.js';
import { openAlertScene, send, type AlertScene } from './alert-sender.js';

const run = promisify(execFile);

/** The program beside Alertmanager, which is unpacked from its package or installed. */
function amtoolProgram(): string {
  const alertmanager = process.env['SVC_TEST_ALERTMANAGER'];
  return alertmanager === undefined ? 'amtool' : path.join(path.dirname(alertmanager), 'usr/bin/amtool');
}

describe('amtool, with no more than our address and a key', () => {
  const { httpUrl } = theService();
  let scene: AlertScene;
  let key: string;
  beforeAll(async () => {
    scene = await openAlertScene();
    ({ secret: key } = await makeKey(['alerts:read', 'alerts:write', 'alerts:send'], scene.project));
    const alerts = [
      { labels: { alertname: 'DiskFull', severity: 'critical', instance: 'db-1' }, annotations: { summary: 'Full.' } },
      { labels: { alertname: 'Slow', severity: 'warning', instance: 'web-1' } },
    ];
    const { status } = await send('/alertmanager/api/v2/alerts', alerts, { authorization: `Bearer ${key}` });
    assert.equal(status, 200);
  });
  afterAll(() => scene.stop());

  const { host } = new URL(httpUrl);
  const amtool = async (...words: string[]): Promise<string> => {
    const url = `--alertmanager.url=http://svc:${key}@${host}/alertmanager`;
    return (await run(amtoolProgram(), [url, ...words])).stdout;
  };
  const query = async (what: 'alert' | 'silence', ...words: string[]): Promise<Json[]> =>
    JSON.parse(await amtool(what, 'query', '--output=json', ...words)) as Json[];
  const get = async (target: string, headers: Record<string, string> = { authorization: `Bearer ${key}` }) => {
    const answer = await fetch(`${httpUrl}${target}`, { headers });
    return { status: answer.status, json: (await answer.json()) as Json };
  };

  it('lists alerts by matchers, with their labels, texts and state', async () => {
    const all = await query('alert');
    assert.deepEqual(all.map(({ labels }) => labels?.['alertname'] as string).toSorted(), ['DiskFull', 'Slow']);
    const [found, ...others] = await query('alert', 'severity=~critical|info', 'instance!=web-1');
    assert.deepEqual(others, []);
    assert.deepEqual(found?.['labels'], { alertname: 'DiskFull', severity: 'critical', instance: 'db-1' });
    assert.equal(found?.['annotations']?.['summary'], 'Full.');
    assert.equal(found?.['status']?.['state'], 'active');
    const groups = (await get('/alertmanager/api/v2/alerts/groups')).json;
    assert.deepEqual(
      [...(groups as Json[])]
        .map(({ labels, alerts }) => `${String(labels?.['alertname'])} ${list(alerts).length}`)
        .toSorted(),
      ['DiskFull 1', 'Slow 1'],
    );
  });

  it('creates, changes and ends silences, which silence here', async () => {
    const words = ['--author=ada', '--comment=A new disk is on its way.', '--duration=1h'];
    const id = (await amtool('silence', 'add', ...words, 'alertname=DiskFull', 'instance=~db-.*')).trim();
    const [silence, ...others] = await query('silence');
    assert.deepEqual([silence?.['id'], silence?.['createdBy'], others.length], [id, 'ada', 0]);
    assert.equal(silence?.['comment'], 'A new disk is on its way.');
    await eventually('the alert is silenced', async () => (await query('alert')).length === 1);
    const [silenced] = list((await get('/alertmanager/api/v2/alerts?active=false')).json);
    assert.deepEqual(
      [silenced?.['status']?.['state'], list(silenced?.['status']?.['silencedBy'])],
      ['suppressed', [id]],
    );
    const { silences } = await ok('GET', `/alerts/silences?project_id=${scene.project}`);
    assert.equal(list(silences)[0]?.['status'], 'active');

    const changed = (await amtool('silence', 'update', '--duration=2h', id)).trim().split('\n').at(-1) ?? '';
    const now = await query('silence');
    assert.equal(now.length, 1);
    assert.notEqual(now[0]?.['id'], id);
    assert.ok(changed.length > 0);
    await amtool('silence', 'expire', now[0]?.['id'] ?? '');
    assert.deepEqual(await query('silence'), []);
    assert.equal((await query('silence', '--expired')).length, 2);
    await eventually('the alert is active again', async () => (await query('alert')).length === 2);
    assert.equal((await get(`/alertmanager/api/v2/silence/${id}`)).json['status']?.['state'], 'expired');
  });

  it('explains why a silence or a filter is refused, and keeps other keys out', async () => {
    await assert.rejects(
      amtool('silence', 'add', '--author=a', '--comment=b', '--duration=1h', 'alertname=~.*'),
      /must include a matcher/,
    );
    await assert.rejects(
      amtool('silence', 'add', '--author=a', '--comment=b', '--duration=2000h', 'alertname=x'),
      /at most 30 days/,
    );
    assert.equal((await get('/alertmanager/api/v2/alerts?filter=x')).status, 400);
    assert.equal((await get('/alertmanager/api/v2/silence/unknown')).status, 404);
    const { secret: reader } = await makeKey(['alerts:read'], scene.project);
    const body = { matchers: [{ name: 'a', value: 'b' }], endsAt: new Date(Date.now() + 60_000).toISOString() };
    const refused = await send('/alertmanager/api/v2/silences', body, { authorization: `Bearer ${reader}` });
    assert.equal(refused.status, 403);
    const { secret: other } = await makeKey(['alerts:read'], (await makeProject()).id);
    assert.deepEqual((await get('/alertmanager/api/v2/alerts', { authorization: `Bearer ${other}` })).json, []);
  });
});

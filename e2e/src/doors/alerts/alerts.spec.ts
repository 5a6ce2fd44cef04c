import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import { makeKey, ok, type Json } from '../../api.js';
import { makePublishableKey } from '../../openfeature/publishable-key.js';
import { noteSecret } from '../../secrets.js';
import { theService } from '../../topology.js';
import { newPerson, signIn } from '../../workspace/person.js';
import { makeProject } from '../../workspace/project.js';
import { checkLife, openAlertScene, send, type AlertScene } from './alert-sender.js';

const WEBHOOK = '/api/v1/external-alerts/alertmanager';
const LABELS = { alertname: 'DiskFull', severity: 'critical', service: 'db', instance: 'db-1' };
const agoIso = (seconds: number): string => new Date(Date.now() - seconds * 1_000).toISOString();
const group = (status: string) => ({
  version: '4',
  alerts: [{ status, labels: LABELS, annotations: { summary: 'The disk is full.' }, startsAt: agoIso(60) }],
});
const MAPPING = { dedup_key: 'id', status: 'state', name: 'title', labels: { host: 'host' } };

describe('alerts of other products', () => {
  const scenes: AlertScene[] = [];
  const open = async (external?: object): Promise<AlertScene> => {
    const scene = await openAlertScene(external);
    scenes.push(scene);
    return scene;
  };
  afterAll(() => Promise.all(scenes.map((scene) => scene.stop())));
  const bearer = ({ key }: Pick<AlertScene, 'key'>) => ({ authorization: `Bearer ${key}` });
  /** A request that has to be accepted. */
  const accept = async (...request: Parameters<typeof send>): Promise<Json> => {
    const { status, json } = await send(...request);
    assert.ok(status < 300, `${request[0]}: ${status} ${JSON.stringify(json)}`);
    return json;
  };

  it('come from the webhook of Alertmanager with their labels and texts, notify, and end', async () => {
    const scene = await open();
    const post = (status: string) => () => accept(WEBHOOK, group(status), bearer(scene));
    const alert = await checkLife(scene, 'DiskFull', { begin: post('firing'), end: post('resolved') });
    assert.deepEqual([alert['severity'], alert['summary']], ['critical', 'The disk is full.']);
    assert.deepEqual(alert['labels'], { alertname: 'DiskFull', service_name: 'db', instance: 'db-1' });
    const { state, external } = await ok('GET', `/alerts/rules/${scene.ruleId}?project_id=${scene.project}`);
    assert.ok(Date.parse(state['received_at']) > Date.now() - 600_000);
    assert.deepEqual(external['sources'], []);
  });

  it('come from Prometheus as to an Alertmanager', async () => {
    const scene = await open();
    const post = (endsAt: string) => () =>
      accept('/api/v2/alerts', [{ labels: LABELS, startsAt: agoIso(60), endsAt }], bearer(scene));
    await checkLife(scene, 'DiskFull', { begin: post(agoIso(-240)), end: post(agoIso(1)) });
  });

  it('come from a contact point of Grafana, by POST and PUT', async () => {
    const scene = await open({ sources: ['grafana'] });
    const put = (status: string, method: string) => () =>
      accept('/api/v1/external-alerts/grafana', { alerts: group(status).alerts }, bearer(scene), method);
    await checkLife(scene, 'DiskFull', { begin: put('firing', 'POST'), end: put('resolved', 'PUT') });
  });

  it('come from senders of PagerDuty, whose integration key is our key, and are acknowledged', async () => {
    const scene = await open();
    const payload = { summary: 'Disk full', source: 'db-1', severity: 'critical' };
    const post = (event_action: string) => async () => {
      const event = { routing_key: scene.key, event_action, dedup_key: 'disk' };
      const answer = await accept('/v2/enqueue', { ...event, ...(event_action === 'trigger' && { payload }) }, {});
      assert.deepEqual(answer, { status: 'success', message: 'Event processed', dedup_key: 'disk' });
    };
    const begin = async (): Promise<void> => {
      await post('trigger')();
      await post('trigger')();
    };
    const end = async (): Promise<void> => {
      await post('acknowledge')();
      assert.equal((await scene.list())[0]?.['state'], 'acknowledged');
      await post('resolve')();
    };
    await checkLife(scene, 'Disk full', { begin, end });
  });

  it('come from clients of Opsgenie with the key as GenieKey, and are closed by alias', async () => {
    const scene = await open();
    const genie = { authorization: `GenieKey ${scene.key}` };
    const begin = async (): Promise<void> => {
      const answer = await accept('/v2/alerts', { message: 'Disk full', alias: 'disk/db-1', priority: 'P1' }, genie);
      assert.equal(answer['result'], 'Request will be processed');
    };
    const identified = `/v2/alerts/${encodeURIComponent('disk/db-1')}`;
    const end = () => accept(`${identified}/close?identifierType=alias`, { user: 'ada' }, genie);
    await checkLife(scene, 'Disk full', { begin, end });
    await accept('/v2/alerts', { message: 'Disk full', alias: 'disk/db-1' }, genie);
    await accept(`${identified}?identifierType=alias`, undefined, genie, 'DELETE');
    assert.deepEqual(await scene.list(), []);
  });

  it('come in any JSON, by the places that the rule names', async () => {
    const scene = await open({ sources: ['json'], json: MAPPING });
    const post = (state: string) => () =>
      accept(
        `/api/v1/external-alerts/json/${scene.ruleId}`,
        { id: 7, title: 'Backup failed', state, host: 'db-1' },
        bearer(scene),
      );
    const alert = await checkLife(scene, 'Backup failed', { begin: post('open'), end: post('ok') });
    assert.equal(alert['labels']['host'], 'db-1');
  });

  it('are accepted in a body of hundreds', async () => {
    const scene = await open();
    const [alert] = group('firing').alerts;
    const alerts = Array.from({ length: 400 }, (_, nth) => ({ ...alert, labels: { ...LABELS, nth: `${nth}` } }));
    await accept(WEBHOOK, { version: '4', alerts }, bearer(scene));
    const { state } = await ok('GET', `/alerts/rules/${scene.ruleId}?project_id=${scene.project}`);
    assert.equal(state['firing'], 400);
  });

  it('are refused, in the form that their sender reads, if no rule takes them or the body is malformed', async () => {
    const scene = await open({ matchers: [{ label_name: 'service', operator: '=', value: 'web' }] });
    const untaken = await send(WEBHOOK, group('firing'), bearer(scene));
    assert.equal(untaken.status, 400);
    assert.match(untaken.json['message'], /no enabled rule/);
    assert.deepEqual(Object.keys(untaken.json['details'][0] ?? {}), ['path', 'reason']);
    const event = await send('/v2/enqueue', { event_action: 'page' }, bearer(scene));
    assert.deepEqual([event.status, event.json['status']], [400, 'invalid event']);
    assert.deepEqual(event.json['errors'], ['event_action: must be trigger, acknowledge or resolve']);
    assert.equal((await send('/v2/alerts', '{', bearer(scene))).status, 400);
    assert.equal((await send(WEBHOOK, 'a', { ...bearer(scene), 'content-type': 'text/plain' })).status, 415);
    const refused = await send(
      '/api/v1/alerts/rules/test',
      { name: 'x', kind: 'external' },
      {
        'x-svc-api-key': theService().apiKey,
        'x-svc-project': scene.project,
      },
    );
    assert.deepEqual([refused.status, refused.json['details'][0]['path']], [400, 'kind']);
  });

  it('are refused of other projects, without the scope, of a viewer, with a publishable key and without a key', async () => {
    const scene = await open({ sources: ['json', 'alertmanager', 'pagerduty'], json: MAPPING });
    const other = (await makeProject()).id;
    const elsewhere = await makeKey(['alerts:send'], other);
    const json = `/api/v1/external-alerts/json/${scene.ruleId}`;
    const alert = { id: 7, title: 'Backup failed' };
    const as = (key: string) => ({ 'x-svc-api-key': key });
    assert.equal((await send(json, alert, as(elsewhere.secret))).status, 404);
    assert.equal(
      (await send(`${WEBHOOK}?project_id=${scene.project}`, group('firing'), as(elsewhere.secret))).status,
      403,
    );
    assert.equal((await send(WEBHOOK, group('firing'), as(elsewhere.secret))).status, 400);
    const lacking = await makeKey(['alerts:read', 'alerts:write'], scene.project);
    const viewer = await signIn(await newPerson('ROLE_VIEWER'));
    const page = await makePublishableKey(scene.project, ['analytics:write']);
    const ofViewer = { cookie: viewer.cookie, 'x-csrf-token': viewer.csrfToken, 'x-svc-project': scene.project };
    for (const headers of [as(lacking.secret), ofViewer, as(page)]) {
      const { status, json: body } = await send(WEBHOOK, group('firing'), headers);
      assert.deepEqual([status, body['error']], [403, 'permission_denied']);
    }
    const event = { event_action: 'resolve', dedup_key: 'x' };
    for (const routing_key of [undefined, 'R0UT1NGK3Y0000000000000000000000', page, lacking.secret]) {
      const { status } = await send('/v2/enqueue', { ...event, routing_key }, {});
      assert.equal(status, routing_key === page || routing_key === lacking.secret ? 403 : 401);
    }
    assert.equal((await send(WEBHOOK, group('firing'), {})).status, 401);
    assert.equal((await send('/v2/enqueue', { routing_key: 'x'.repeat(40_000) }, {})).status, 413);
    assert.deepEqual(await scene.list(), []);
  });

  it('need a project for a key of the organization', async () => {
    const scene = await open();
    const { secret } = await makeKey(['alerts:send']);
    const headers = { authorization: `Bearer ${secret}` };
    assert.equal((await send(WEBHOOK, group('firing'), headers)).status, 400);
    assert.equal((await send(WEBHOOK, group('firing'), { ...headers, 'x-svc-project': scene.slug })).status, 200);
    assert.equal((await scene.list()).length, 1);
  });

  it('are no notifications of this service: a channel that points here is refused', async () => {
    const scene = await open({ sources: ['json'], json: { dedup_key: 'id', name: 'type' } });
    const url = `${theService().httpUrl}/api/v1/external-alerts/json/${scene.ruleId}`;
    const secret = noteSecret(`whsec_${randomBytes(32).toString('base64')}`);
    const headers = { 'X-Svc-Api-Key': scene.key };
    const channel = await ok('POST', `/notifications/channels?project_id=${scene.project}`, {
      body: { type: 'webhook', name: 'circle', config: { url, secret, headers } },
    });
    const query = `project_id=${scene.project}`;
    const tested = await ok('POST', `/notifications/channels/${channel['id'] as string}/test?${query}`, { body: {} });
    assert.notEqual(tested['status'], 'sent');
    const read = await ok('GET', `/notifications/deliveries/${tested['id'] as string}?${query}`);
    assert.match(JSON.stringify(read), /circle/);
    assert.deepEqual(await scene.list(), []);
    // The same request of another sender is an alert.
    await accept(new URL(url).pathname, { id: randomUUID(), type: 'test' }, bearer(scene));
    assert.equal((await scene.list()).length, 1);
  });
});

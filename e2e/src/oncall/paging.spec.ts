import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';

import { eventually, type Topology } from '@svc/testing';
import { api, defaultProjectId, makeKey, ok, type Json } from '../api.js';
import { openIncidents, type IncidentScene } from '../incidents/scene.js';
import { sendLogs } from '../logs/send.js';
import { noteSecret } from '../secrets.js';
import { addressEnvironment, startTopology, topologyKind } from '../topology.js';
import { signIn } from '../workspace/person.js';
import { startMailbox } from './mailbox.js';

describe('an incident with an escalation policy', () => {
  const before = { ...process.env };
  let topology: Topology;
  let mailbox: Awaited<ReturnType<typeof startMailbox>>;
  let scene: IncidentScene;
  let policy = '';
  let [ada, grace]: { userId: string; address: string }[] = [];
  beforeAll(async () => {
    mailbox = await startMailbox();
    const mail = { SVC_SMTP_URL: mailbox.url, SVC_MAIL_FROM: 'svc@example.com' };
    topology = await startTopology(topologyKind(), { sharedEnv: mail });
    Object.assign(process.env, addressEnvironment(topology));
    scene = await openIncidents();
    [ada, grace] = [await newResponder(), await newResponder()];
    const levels = [ada, grace].map((user, index) => ({ level: index + 1, delay: '1m', users: [user?.userId] }));
    const body = { name: 'Checkout', levels, max_escalations: 3 };
    policy = (await ok('POST', `/escalation-policies?project_id=${scene.project}`, { body }))['id'];
  });
  afterAll(async () => {
    await topology.stop();
    await mailbox.stop();
    Object.assign(process.env, before);
  });

  /** The part of a mail to an address that a pattern captures. */
  const mailed = async (address: string, pattern: RegExp): Promise<string> =>
    eventually(`a mail with ${pattern.source} has arrived`, () =>
      mailbox
        .to(address)
        .flatMap(({ text }) => pattern.exec(text)?.[1] ?? [])
        .at(-1),
    );

  /** A member who was invited by mail and has verified an address for pages. */
  async function newResponder(): Promise<{ userId: string; address: string }> {
    const email = `${randomUUID()}@example.com`;
    await ok('POST', '/invitations', { body: { email, role: 'ROLE_MEMBER' } });
    const token = noteSecret(await mailed(email, /accept\?token=([\w-]+)/));
    const password = noteSecret(randomBytes(12).toString('base64url'));
    const member = await ok('POST', '/invitations/accept', { key: null, body: { token, name: 'Ada', password } });
    const browser = await signIn({ email, password });
    const address = `${randomUUID()}@example.com`;
    const added = await browser.request('POST', '/users/me/contact-methods', { type: 'email', value: address });
    assert.equal(added.status, 201, added.text);
    const code = await mailed(address, /code is (\d{6})/);
    const verified = await browser.request('POST', `/users/me/contact-methods/${String(added.json['id'])}/verify`, {
      code,
    });
    assert.equal(verified.status, 200, verified.text);
    return { userId: member['user_id'], address };
  }
  const pagesTo = (user: typeof ada, incident: Json): number =>
    mailbox.to(user?.address ?? '').filter(({ text }) => text.includes(incident['title'])).length;
  const kinds = async (incident: Json): Promise<string[]> => {
    const { entries } = await scene.timeline(String(incident['id']));
    return [...(entries as Json[])].map(({ kind }) => kind as string);
  };

  it('pages level by level until it is acknowledged, and then nobody', async () => {
    const incident = await scene.create({ title: `Down ${randomUUID()}`, escalation_policy_id: policy });
    await eventually('level 1 is paged', () => pagesTo(ada, incident) === 1);
    assert.equal(pagesTo(grace, incident), 0);
    await eventually('level 2 is paged', () => pagesTo(grace, incident) === 1);
    const paged = await scene.get(String(incident['id']));
    assert.deepEqual([paged['escalation']['state'], paged['escalation']['level']], ['running', 2]);
    const acknowledged = await scene.persist(paged, 'acknowledge');
    assert.equal(acknowledged.status, 200, acknowledged.text);
    const { escalation } = await scene.get(String(incident['id']));
    assert.deepEqual([escalation['state'], escalation['next_at']], ['acknowledged', undefined]);
    assert.deepEqual(await kinds(incident), [
      ...['created', 'escalation_started', 'escalation_level_notified', 'escalation_level_notified'],
      ...['acknowledged', 'escalation_stopped'],
    ]);
    assert.deepEqual([pagesTo(ada, incident), pagesTo(grace, incident)], [1, 1]);
  });

  it('pages nobody who was acknowledged before the page was sent', async () => {
    const incident = await scene.create({ title: `Down ${randomUUID()}`, escalation_policy_id: policy });
    const { status, text } = await scene.persist(incident, 'acknowledge');
    assert.equal(status, 200, text);
    const sent = pagesTo(ada, incident);
    await eventually('the escalation has stopped', async () => (await kinds(incident)).includes('escalation_stopped'));
    const { deliveries } = await ok(
      'GET',
      `/notifications/deliveries?project_id=${scene.project}&incident=${String(incident['id'])}`,
    );
    const statuses = [...(deliveries as Json[])].map((delivery) => String(delivery['status']));
    assert.ok(statuses.every((each) => each === 'suppressed') || sent === 1, statuses.join());
  });

  it('is opened by an alert for what was received, and pages people who then hear of nothing more', async () => {
    const project = `project_id=${await defaultProjectId()}`;
    const [name, service] = [`Errors ${randomUUID()}`, `paging-${randomUUID()}`];
    const levels = [{ level: 1, delay: '10m', users: [ada?.userId] }];
    const { id: policyId } = await ok('POST', `/escalation-policies?${project}`, { body: { name, levels } });
    await sendLogs(service, [{ body: 'failed', severityNumber: 17 }]);
    const rule = {
      ...{ name, kind: 'threshold', severity: 'critical', window: '5m', interval: '30s', eval_delay: '0s' },
      query: { signal: 'logs', q: 'level:error', service: [service] },
      condition: { op: 'gt', threshold: 0 },
      notify: { escalation_policy_id: policyId },
      incident: { auto_create: true },
    };
    await ok('POST', `/alerts/rules?${project}`, { body: rule });
    const mails = () => mailbox.to(ada?.address ?? '').filter(({ text }) => text.includes(name)).length;
    await eventually('the page of the incident arrives', () => mails() === 1);
    const { incidents } = await ok('GET', `/incidents?${project}&limit=100`);
    const incident = [...(incidents as Json[])].find(({ title }) => String(title).includes(name));
    assert.ok(incident);
    const { links, alerts: linked } = await ok('GET', `/incidents/${String(incident['id'])}?${project}`);
    assert.deepEqual(
      [...(links as Json[])].map(({ type }) => type as string),
      ['alert'],
    );
    assert.notEqual(links[0]['correlation_reason'], '');
    assert.deepEqual([linked['items'][0]['name'], linked['items'][0]['state']], [name, 'firing']);
    const { alerts } = await ok('GET', `/alerts?${project}&state=firing`);
    assert.ok([...(alerts as Json[])].some(({ id }) => id === links[0]['ref']));
    assert.equal(mails(), 1);
  });

  it('must name a policy of its project, and needs the scope to read it', async () => {
    const body = { title: 'Down', escalation_policy_id: randomUUID() };
    const unknown = await api('POST', `/incidents?project_id=${scene.project}`, { body });
    assert.deepEqual(
      [unknown.status, unknown.json['details']?.[0]?.['path']],
      [400, 'escalation_policy_id'],
      unknown.text,
    );
    const elsewhere = await openIncidents();
    const foreign = { ...body, escalation_policy_id: policy };
    assert.equal((await api('POST', `/incidents?project_id=${elsewhere.project}`, { body: foreign })).status, 400);
    const { secret: key } = await makeKey(['incidents:write'], scene.project);
    assert.equal((await api('POST', '/incidents', { key, body: foreign })).status, 403);
  });
});

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { eventually } from '@svc/testing';
import { api, defaultProjectId, makeKey, ok, type Json } from '../api.js';
import { openIncidents, type IncidentScene } from '../incidents/scene.js';
import { sendLogs } from '../logs/send.js';
import { getPresent, type MovingService } from '../moving-clock/moving-service.js';
import { newResponder, type Responder } from './responder.js';

/** A level lasts at least a minute. */
const LEVEL_MS = 60_000;
const INTERVAL_MS = 30_000;

export function describePages(service: () => MovingService): void {
  describe('an incident with an escalation policy', () => {
    let scene: IncidentScene;
    let policy = '';
    let [ada, grace]: Responder[] = [];
    beforeAll(async () => {
      scene = await openIncidents();
      [ada, grace] = [await newResponder(mailbox()), await newResponder(mailbox())];
      const levels = [ada, grace].map((user, index) => ({ level: index + 1, delay: '1m', users: [user?.userId] }));
      const body = { name: 'Checkout', levels, max_escalations: 3 };
      policy = (await ok('POST', `/escalation-policies?project_id=${scene.project}`, { body }))['id'];
    });
    const mailbox = () => service().mailbox;
    const pagesTo = (user: Responder | undefined, incident: Json): number =>
      mailbox()
        .to(user?.address ?? '')
        .filter(({ text }) => text.includes(incident['title'])).length;
    const kinds = async (incident: Json): Promise<string[]> => {
      const { entries } = await scene.timeline(String(incident['id']));
      return [...(entries as Json[])].map(({ kind }) => kind as string);
    };

    it('pages level by level until the incident is acknowledged, and then nobody', async () => {
      const incident = await scene.create({ title: `Down ${randomUUID()}`, escalation_policy_id: policy });
      await eventually('level 1 is paged', () => pagesTo(ada, incident) === 1);
      assert.equal(pagesTo(grace, incident), 0);
      await service().topology.moveClock(LEVEL_MS);
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

    it('sends no page for an incident that was acknowledged before', async () => {
      const incident = await scene.create({ title: `Down ${randomUUID()}`, escalation_policy_id: policy });
      const { status, text } = await scene.persist(incident, 'acknowledge');
      assert.equal(status, 200, text);
      const sent = pagesTo(ada, incident);
      await eventually('the escalation has stopped', async () =>
        (await kinds(incident)).includes('escalation_stopped'),
      );
      const { deliveries } = await ok(
        'GET',
        `/notifications/deliveries?project_id=${scene.project}&incident=${String(incident['id'])}`,
      );
      const statuses = [...(deliveries as Json[])].map((delivery) => String(delivery['status']));
      assert.ok(statuses.every((each) => each === 'suppressed') || sent === 1, statuses.join());
    });

    it('opens an incident by an alert for received telemetry, which pages and then goes silent', async () => {
      const project = `project_id=${await defaultProjectId()}`;
      const [name, sender] = [`Errors ${randomUUID()}`, `paging-${randomUUID()}`];
      const levels = [{ level: 1, delay: '10m', users: [ada?.userId] }];
      const { id: policyId } = await ok('POST', `/escalation-policies?${project}`, { body: { name, levels } });
      await sendLogs(sender, [{ body: 'failed', severityNumber: 17, agoMs: getPresent(service()) }]);
      const rule = {
        name,
        kind: 'threshold',
        severity: 'critical',
        window: '5m',
        interval: `${INTERVAL_MS / 1_000}s`,
        eval_delay: '0s',
        query: { signal: 'logs', q: 'level:error', service: [sender] },
        condition: { op: 'gt', threshold: 0 },
        notify: { escalation_policy_id: policyId },
        incident: { auto_create: true },
      };
      await ok('POST', `/alerts/rules?${project}`, { body: rule });
      await service().topology.moveClock(INTERVAL_MS);
      const mails = () =>
        mailbox()
          .to(ada?.address ?? '')
          .filter(({ text }) => text.includes(name)).length;
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

    it('requires a policy of the project of an incident, and the scope to read it', async () => {
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
}

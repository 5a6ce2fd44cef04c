import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { timestampMs } from '@bufbuild/protobuf/wkt';
import { eventually } from '@svc/test-servers';
import { recordEvent } from '@svc/work';
import { responder } from '../../testing/alerting-server.js';
import { storePolicy } from '../../testing/pages.js';
import { makeWorld, type World } from '../../testing/response-server.js';
import { startIncidents, versioned, type IncidentsServer } from '../testing/incidents-server.js';

describe('incidents that page, in the service', () => {
  let server: IncidentsServer;
  let world: World;
  let policy: string;
  beforeAll(async () => {
    server = await startIncidents();
    world = await makeWorld(server.relational);
    const levels = [{ users: [await world.addMember('Ada')] }, { users: [await world.addMember('Grace')] }];
    policy = await storePolicy(server.relational, world.projectId, levels);
  });
  afterAll(() => server.stop());

  const as = (...scopes: string[]) => responder({ project: world.projectId, scopes: ['incidents:write', ...scopes] });
  const create = (escalationPolicyId: string, by = as('escalation:read')) =>
    server.client.create({ title: 'Checkout is down', escalationPolicyId }, by);
  const escalationOf = async (incidentId: string) => (await server.client.get({ incidentId }, as())).escalation;

  it('refuses a policy that the project does not have, and a caller who may not read policies', async () => {
    const other = await makeWorld(server.relational);
    const foreign = await storePolicy(server.relational, other.projectId, [{ users: [await other.addMember('Eve')] }]);
    for (const id of [randomUUID(), foreign, 'x'])
      await assert.rejects(create(id), (error: Error) => error.message.startsWith('escalation_policy_id:'));
    await assert.rejects(create(policy, as()), { code: 'permission_denied' });
  });

  it('shows the progress of the escalation', async () => {
    const incident = await create(policy);
    assert.equal(incident.escalationPolicyId, policy);
    const paged = await eventually('level 1 is paged', async () => {
      const found = await escalationOf(incident.id);
      return found?.level === 1 && found;
    });
    assert.deepEqual([paged.state, paged.pass, paged.nextLevel], ['running', 1, 2]);
    assert.equal(paged.nextAt && timestampMs(paged.nextAt), server.clock.nowMs + 5 * 60_000);
    await server.client.acknowledge(versioned(incident), as());
    const stopped = await escalationOf(incident.id);
    assert.deepEqual([stopped?.state, stopped?.level, stopped?.nextAt], ['acknowledged', 1, undefined]);
  });

  it('pages for incidents that alerts of a rule open', async () => {
    const alertId = randomUUID();
    const data = {
      title: 'High error rate',
      severity: 'critical',
      incident: { auto_create: true },
      escalation_policy_id: policy,
    };
    const event = { projectId: world.projectId, subject: alertId, occurredAt: new Date(server.clock.nowMs) };
    await server.relational.client.$transaction((tx) => recordEvent(tx, { ...event, type: 'alert.firing', data }));
    const incident = await eventually('an incident is open', async () => {
      const { incidents } = await server.client.list({}, as());
      return incidents.find(({ links }) => links.some(({ ref }) => ref === alertId));
    });
    assert.deepEqual([incident.severity, incident.createdBy, incident.escalationPolicyId], [1, 'correlation', policy]);
    assert.match(incident.links[0]?.correlationReason ?? '', /^no incident with the same alertname High error rate/);
    await eventually('level 1 is paged', async () => (await escalationOf(incident.id))?.level === 1);
  });
});

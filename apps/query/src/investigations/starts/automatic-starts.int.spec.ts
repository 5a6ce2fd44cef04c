import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { DomainEvent } from '@svc/relational';
import { firingAlert } from '../testing/firing-alert.js';
import { openInvestigations, type InvestigationWorld } from '../testing/investigation-world.js';
import { concluded, found, scriptedEvidence } from '../testing/scripted-engine.js';

const MINUTE = 60_000;
const WEB = scriptedEvidence('web');

describe('investigations that alert rules start', () => {
  let world: InvestigationWorld;
  let projectId: string;
  beforeAll(async () => {
    world = await openInvestigations();
    world.engine.script = () => [...found(WEB), concluded(WEB)];
  });
  beforeEach(async () => {
    const { client } = world.relational;
    const { id: organizationId } = await client.organization.create({ data: { name: 'o' } });
    const project = { organizationId, slug: 'p', name: 'p', retentionDays: 10, logsRetentionDays: 20 };
    ({ id: projectId } = await client.project.create({ data: project }));
  });
  afterAll(() => world.stop());

  const newRule = async (investigate: object | null): Promise<string> => {
    const now = new Date(world.time.nowMs);
    const { id } = await world.relational.client.alertRule.create({
      data: {
        projectId,
        name: 'Slow',
        severity: 'warning',
        kind: 'threshold',
        isEnabled: true,
        definition: { investigate },
        createdBy: 'ann',
        createdAt: now,
        updatedAt: now,
      },
    });
    return id;
  };
  const newAlert = async (ruleId: string): Promise<string> => {
    const id = randomUUID();
    const labels = { service_name: 'checkout' };
    const [startedAt, now] = [new Date(world.time.nowMs - MINUTE), new Date(world.time.nowMs)];
    await world.relational.client.alert.create({
      data: firingAlert({ id, projectId, ruleId, labels, startedAt, now }),
    });
    return id;
  };
  const fire = (alertId: string, data: object = { investigate: true }, at = world.time.nowMs): Promise<unknown> => {
    const event = { projectId, type: 'alert.firing', subject: alertId, occurredAt: new Date(at), data };
    const act = world.newAutomaticStarts();
    return world.relational.client.$transaction((tx) => act([event as unknown as DomainEvent], tx));
  };
  const started = () => world.relational.client.investigation.findMany({ where: { projectId } });

  it('begin once for an alert, with the scopes of whoever has saved the rule, and tell what they conclude', async () => {
    const ruleId = await newRule({ by: 'ann', scopes: ['traces:read', 'services:read'] });
    const alertId = await newAlert(ruleId);
    await fire(alertId);
    await fire(alertId);
    const [investigation, ...others] = await started();
    assert.ok(investigation && others.length === 0);
    assert.equal(investigation.createdBy, `rule:${ruleId}`);
    assert.deepEqual([investigation.subjectType, investigation.subjectRef], ['alert', alertId]);
    const days = (investigation.expiresAt.getTime() - investigation.createdAt.getTime()) / 86_400_000;
    assert.equal(days, 20, 'the longest retention of the project');
    await world.run(investigation.id);
    const request = world.engine.requests.at(-1);
    assert.deepEqual(request?.scope.services, ['checkout']);
    assert.ok(request?.omittedKinds.includes('log_pattern'));
    const [event] = await world.relational.client.domainEvent.findMany({ where: { subject: investigation.id } });
    assert.deepEqual(event?.data, {
      round: 1,
      subject_type: 'alert',
      subject_ref: alertId,
      level: 'likely',
      text: WEB.title,
    });
  });

  it('do not begin without being asked for, or for an alert that fired long ago', async () => {
    const [plain, asking] = [await newRule(null), await newRule({ by: 'ann', scopes: ['traces:read'] })];
    await fire(await newAlert(asking), {});
    await fire(await newAlert(plain));
    await fire(await newAlert(asking), undefined, world.time.nowMs - 61 * MINUTE);
    await fire(randomUUID());
    assert.deepEqual(await started(), []);
  });

  it('are at most ten within an hour', async () => {
    const ruleId = await newRule({ by: 'ann', scopes: ['traces:read'] });
    for (let nth = 0; nth < 12; nth += 1) await fire(await newAlert(ruleId));
    assert.equal((await started()).length, 10);
  });
});

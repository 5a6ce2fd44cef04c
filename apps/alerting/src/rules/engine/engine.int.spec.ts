import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { create, type MessageInitShape } from '@bufbuild/protobuf';
import { AlertRules, CallContextSchema, type AlertRulesCreateRequestSchema } from '@svc/contract';
import type { Project } from '@svc/relational';
import type { Client } from '@svc/rpc';
import { eventually } from '@svc/test-servers';
import { recordEvent } from '@svc/work';
import { startAlerting, type AlertingServer } from '../../testing/alerting-server.js';
import { startMeasuring, steady, type Measuring } from '../testing/measuring.js';
import { ClaimsRepository } from './claims.repository.js';

type NewRule = MessageInitShape<typeof AlertRulesCreateRequestSchema>;

const START = Date.parse('2026-01-01T00:00:00Z');
const MINUTE = 60_000;
const RULE: NewRule = {
  name: 'Too many errors',
  kind: 'threshold',
  query: { signal: 'logs' },
  interval: '1m',
  evalDelay: '60s',
  condition: { op: 'gt', threshold: 5 },
};

describe('the evaluation of rules', () => {
  let measuring: Measuring;
  let server: AlertingServer;
  let rules: Client<typeof AlertRules>;
  beforeEach(async () => {
    measuring = await startMeasuring();
    server = await startAlerting(new Date(START).toISOString(), measuring.address);
    rules = server.connect(AlertRules);
  });
  afterEach(async () => {
    await server.stop();
    await measuring.stop();
  });

  const makeProject = async (): Promise<Project> => {
    const { client } = server.relational;
    const { id: organizationId } = await client.organization.create({ data: { name: 'Example' } });
    return client.project.create({ data: { organizationId, slug: `p-${randomUUID()}`, name: 'Project' } });
  };
  const as = ({ id, number, organizationId }: Project) => ({
    context: create(CallContextSchema, {
      requestId: 'r1',
      organizationId,
      principalType: 'user',
      principalId: randomUUID(),
      project: { id, number, retentionDays: 30 },
    }),
  });
  const stateOf = (ruleId: string) => server.relational.client.alertRuleState.findUniqueOrThrow({ where: { ruleId } });
  /** Moves the clock a minute on, and waits until the rule is evaluated up to then. */
  const minute = async (ruleId: string) => {
    const { evaluatedAt, health } = await stateOf(ruleId);
    server.clock.nowMs += MINUTE;
    return eventually('the rule is evaluated', async () => {
      const state = await stateOf(ruleId);
      const isEvaluated = (state.evaluatedAt?.getTime() ?? 0) > (evaluatedAt?.getTime() ?? 0);
      return (isEvaluated || (state.health === 'error' && health !== 'error')) && state.leaseUntil === null && state;
    });
  };
  const alerts = async (projectId: string) =>
    (await server.relational.client.alert.findMany({ where: { projectId }, orderBy: { state: 'desc' } })).map(
      ({ state }) => state,
    );

  it('raises an alert, keeps it while the query fails, and ends it', async () => {
    const project = await makeProject();
    const { id } = await rules.create({ ...RULE, for: '1m' }, as(project));
    measuring.answer = steady(9);
    assert.deepEqual([(await minute(id)).pending, await alerts(project.id)], [1, ['pending']]);
    assert.deepEqual([(await minute(id)).firing, await alerts(project.id)], [1, ['firing']]);
    measuring.answer = () => ({ error: 'timeout' });
    const failed = await minute(id);
    assert.deepEqual([failed.health, failed.lastError, failed.firing], ['error', 'timeout', 1]);
    assert.deepEqual(await alerts(project.id), ['firing']);
    measuring.answer = steady(1);
    const recovered = await minute(id);
    assert.deepEqual([recovered.health, recovered.lastError, recovered.firing], ['ok', '', 0]);
    assert.deepEqual(await alerts(project.id), ['resolved']);
  });

  it('runs a query of several rules once, and catches up at most 12 windows', async () => {
    const project = await makeProject();
    const ids = await Promise.all(
      [1, 2, 3].map(async (threshold) => {
        const condition = { op: 'gt', threshold };
        return (await rules.create({ ...RULE, name: `More than ${threshold}`, condition }, as(project))).id;
      }),
    );
    await minute(ids[0] ?? '');
    await eventually('all are evaluated', async () => (await stateOf(ids[2] ?? '')).evaluatedAt !== null);
    assert.deepEqual(
      measuring.asked.map(({ count }) => count),
      [1],
    );
    server.clock.nowMs += 60 * MINUTE;
    await minute(ids[0] ?? '');
    assert.deepEqual(
      measuring.asked.map(({ count }) => count),
      [1, 12],
    );
  });

  it('ends alerts with their rule, and keeps those whose labels stay', async () => {
    const project = await makeProject();
    const rule = await rules.create({ ...RULE, groupBy: ['service'] }, as(project));
    measuring.answer = steady(9, { service: 'checkout' });
    await minute(rule.id);
    assert.deepEqual(await alerts(project.id), ['firing']);
    const change = { ...RULE, ruleId: rule.id, groupBy: ['service'] };
    await rules.update({ ...change, condition: { op: 'gt', threshold: 7 }, version: 1n }, as(project));
    assert.deepEqual(await alerts(project.id), ['firing']);
    await rules.update({ ...change, labels: { team: 'a' }, version: 2n }, as(project));
    assert.deepEqual(await alerts(project.id), ['resolved']);
    await minute(rule.id);
    assert.deepEqual(await alerts(project.id), ['resolved', 'firing']);
    await rules.update({ ...change, labels: { team: 'a' }, enabled: false, version: 3n }, as(project));
    assert.deepEqual([await alerts(project.id), (await stateOf(rule.id)).dueAt], [['resolved', 'resolved'], null]);
    await rules.delete({ ruleId: rule.id }, as(project));
  });

  it('discards the results of a process whose rule was changed or taken over in the meantime', async () => {
    const project = await makeProject();
    const { id } = await rules.create({ ...RULE, enabled: false }, as(project));
    const { client } = server.relational;
    const claims = new ClaimsRepository(server.relational);
    const now = new Date(START + 2 * MINUTE);
    const due = () => client.alertRuleState.update({ where: { ruleId: id }, data: { dueAt: now, leaseUntil: null } });
    await due();
    const [held] = await claims.claim(now, 10);
    const outcome = { ruleId: id, leaseToken: held?.state.leaseToken ?? -1n };
    const isHeld = () => client.$transaction(async (tx) => (await claims.held(tx, [outcome])).has(id));
    assert.deepEqual(await claims.claim(now, 10), []);
    assert.equal(await isHeld(), true);
    // Another process takes over once the lease has ended.
    const [taken] = await claims.claim(new Date(now.getTime() + MINUTE + 1), 10);
    assert.equal(taken?.id, id);
    assert.equal(await isHeld(), false);
  });

  it('follows issues: an alert for each, for the window', async () => {
    const project = await makeProject();
    const { id } = await rules.create({ name: 'New issue', kind: 'new_issue', window: '5m' }, as(project));
    const event = { projectId: project.id, subject: 'issue-1', occurredAt: new Date(), data: { title: 'Failed' } };
    await server.relational.client.$transaction((tx) => recordEvent(tx, { ...event, type: 'issue.new' }));
    await server.relational.client.$transaction((tx) => recordEvent(tx, { ...event, type: 'issue.regressed' }));
    await eventually('the alert fires', async () => (await alerts(project.id)).includes('firing'));
    assert.equal((await stateOf(id)).firing, 1);
    await minute(id);
    assert.deepEqual(await alerts(project.id), ['firing']);
    server.clock.nowMs += 5 * MINUTE;
    await minute(id);
    assert.deepEqual(await alerts(project.id), ['resolved']);
  });

  it('follows issues of a service and an environment, whose alerts have them as labels and name the issue', async () => {
    const project = await makeProject();
    const query = { service: ['shop'], environment: ['production'] };
    for (const kind of ['new_issue', 'regression'])
      await rules.create({ name: kind, kind, query, window: '5m' }, as(project));
    const elsewhere = await rules.create(
      { name: 'Elsewhere', kind: 'new_issue', query: { service: ['cart'] } },
      as(project),
    );
    const place = { service: 'shop', environment: 'production' };
    const data = { title: 'TypeError: x is not a function', ...place, places: [place] };
    const event = { projectId: project.id, subject: 'issue-1', occurredAt: new Date(), data };
    for (const type of ['issue.new', 'issue.regressed'] as const)
      await server.relational.client.$transaction((tx) => recordEvent(tx, { ...event, type }));
    await eventually('both rules fire', async () => (await alerts(project.id)).length === 2);
    const found = await server.relational.client.alert.findMany({
      where: { projectId: project.id },
      orderBy: { name: 'asc' },
    });
    const labels = { issue_id: 'issue-1', issue_title: data.title, service_name: 'shop', environment: 'production' };
    assert.deepEqual(
      found.map(({ name, labels: own, summary }) => [name, own, summary]),
      [
        ['new_issue', { ...labels, alertname: 'new_issue' }, `A new issue was found: ${data.title}.`],
        ['regression', { ...labels, alertname: 'regression' }, `A resolved issue came back: ${data.title}.`],
      ],
    );
    const fired = await server.relational.client.domainEvent.findFirstOrThrow({
      where: { projectId: project.id, type: 'alert.firing', subject: found[0]?.id ?? '' },
    });
    assert.equal((fired.data as { title: string }).title, `new_issue: ${data.title}`);
    await minute(elsewhere.id);
    assert.deepEqual([(await stateOf(elsewhere.id)).firing, (await stateOf(elsewhere.id)).health], [0, 'ok']);
  });

  it('evaluates composite rules', async () => {
    const project = await makeProject();
    const ids = await Promise.all(
      ['a', 'b'].map(
        async (name) => (await rules.create({ ...RULE, name, query: { signal: 'logs', q: name } }, as(project))).id,
      ),
    );
    const both = await rules.create(
      { name: 'Both', kind: 'composite', composite: { operator: 'all', ruleIds: ids } },
      as(project),
    );
    measuring.answer = (question) => steady(question.query?.filter === '(a)' ? 9 : 0)(question);
    for (let nth = 0; nth < 2; nth++) await minute(both.id);
    assert.equal((await stateOf(both.id)).firing, 0);
    measuring.answer = steady(9);
    await eventually('both rules fire, and then the rule over them', async () => {
      await minute(both.id);
      return (await stateOf(both.id)).firing === 1;
    });
  });
});

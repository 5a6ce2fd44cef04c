import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { create, type MessageInitShape } from '@bufbuild/protobuf';
import {
  AlertRules,
  AlertRuleSchema,
  type AlertRulesCreateRequestSchema,
  type AlertRulesUpdateRequestSchema,
} from '@svc/contract';
import type { Client } from '@svc/rpc';
import { startAlerting, responder, type AlertingServer } from '../testing/alerting-server.js';
import { startMeasuring, steady, type Measuring } from './testing/measuring.js';

type NewRule = MessageInitShape<typeof AlertRulesCreateRequestSchema>;

const BARE: NewRule = {
  name: 'Too many errors',
  kind: 'threshold',
  query: { signal: 'logs', q: 'level:error' },
  condition: { op: 'gt', threshold: 5 },
};
const RULE: NewRule = { ...BARE, interval: '1m', evalDelay: '60s' };

describe('alert rules', () => {
  let measuring: Measuring;
  let server: AlertingServer;
  let rules: Client<typeof AlertRules>;
  beforeAll(async () => {
    measuring = await startMeasuring();
    server = await startAlerting('2026-01-01T00:00:00Z', measuring.address);
    rules = server.connect(AlertRules);
  });
  afterAll(async () => {
    await server.stop();
    await measuring.stop();
  });

  it('fills in defaults, and accepts its own responses as requests', async () => {
    const as = responder();
    const created = await rules.create(BARE, as);
    assert.deepEqual(
      [created.enabled, created.severity, created.window, created.interval, created.evalDelay, created.maxGroups],
      [true, 'warning', '5m', '30s', '10s', 500],
    );
    assert.equal(created.state?.health, 'unknown');
    const read = await rules.get({ ruleId: created.id }, as);
    assert.deepEqual(read, created);
    const { $typeName: _, ...fields } = read;
    const update = { ...fields, ruleId: read.id } as MessageInitShape<typeof AlertRulesUpdateRequestSchema>;
    const updated = await rules.update(update, as);
    assert.deepEqual({ ...updated, version: 1n }, create(AlertRuleSchema, read));
    assert.equal(updated.version, 2n);
    await assert.rejects(rules.update(update, as), { code: 'version_conflict' });
  });

  it('keeps what a rule takes of other products, and refuses to test it', async () => {
    const as = responder();
    const json = { dedupKey: 'id', name: 'title', labels: { host: 'host' } };
    const matchers = [{ labelName: 'team', operator: '=', value: 'core' }];
    const external = { sources: ['json', 'grafana'], matchers, json, resolveAfter: '5m', heartbeat: '1h' };
    const created = await rules.create({ name: 'Other products', kind: 'external', external }, as);
    assert.deepEqual([created.interval, created.evalDelay, created.query], ['30s', '0s', undefined]);
    assert.equal(created.state?.receivedAt, undefined);
    const { $typeName: _, ...fields } = await rules.get({ ruleId: created.id }, as);
    const update = { ...fields, ruleId: created.id } as MessageInitShape<typeof AlertRulesUpdateRequestSchema>;
    const updated = await rules.update(update, as);
    assert.deepEqual({ ...updated, version: 1n }, create(AlertRuleSchema, created));
    assert.deepEqual(updated.external?.matchers[0]?.value, 'core');
    assert.deepEqual(updated.external.json?.labels, { host: 'host' });
    await assert.rejects(rules.test({ ruleId: created.id }, as), { code: 'invalid_request' });
    assert.equal((await rules.create(BARE, as)).external, undefined);
  });

  it('lets only callers who may start investigations have a rule start them, with what they may read', async () => {
    const as = responder({ scopes: ['alerts:write', 'traces:read'] });
    await assert.rejects(rules.create({ ...BARE, investigate: true }, as), { code: 'permission_denied' });
    assert.equal((await rules.create({ ...BARE, investigate: false }, as)).investigate, false);
    const starter = responder({ scopes: ['alerts:write', 'investigations:write', 'traces:read'] });
    const { id, investigate } = await rules.create({ ...BARE, investigate: true }, starter);
    assert.equal(investigate, true);
    const { definition } = await server.relational.client.alertRule.findUniqueOrThrow({ where: { id } });
    const stored = (definition as { investigate?: { scopes: string[] } }).investigate;
    assert.deepEqual(stored?.scopes, ['traces:read']);
  });

  it('evaluates thresholds of logs and errors soon by default, whether a saved search or the query has the signal', async () => {
    const as = responder();
    const searchId = randomUUID();
    measuring.saved.set(searchId, { signal: 'errors', query: {} });
    const timing = async (rule: NewRule) => {
      const { interval, evalDelay, notify } = await rules.create(rule, as);
      return [interval, evalDelay, notify?.groupWait].join(' ');
    };
    const of = (query: NewRule['query'], more: object = {}) => timing({ ...BARE, query, ...more });
    assert.equal(await of({ signal: 'errors' }), '30s 10s 10s');
    assert.equal(await of({ savedSearchId: searchId }), '30s 10s 10s');
    assert.equal(await of({ signal: 'traces' }), '1m 60s 10s');
    assert.equal(await of({ signal: 'logs' }, { window: '1h', match: 'all' }), '1m 10s 10s');
    assert.equal(await of({ signal: 'logs' }, { kind: 'absence', condition: undefined }), '1m 60s 10s');
    assert.equal(await of({ signal: 'logs' }, { interval: '2m', evalDelay: '5s' }), '2m 5s 10s');
  });

  it('describes in sentences which receivers of a rule are not notified', async () => {
    const as = responder();
    const projectId = as.context.project?.id ?? '';
    const at = new Date();
    const channel = {
      projectId,
      type: 'webhook',
      config: {},
      timeZone: 'UTC',
      createdBy: 'k',
      createdAt: at,
      updatedAt: at,
    };
    const { client } = server.relational;
    const [on, off] = await Promise.all(
      [true, false].map((isEnabled) =>
        client.channel.create({ data: { ...channel, isEnabled, name: `on: ${isEnabled}` } }),
      ),
    );
    const warningsOf = async (channels: string[]) => {
      const created = await rules.create({ ...RULE, notify: { channels } }, as);
      const read = await rules.get({ ruleId: created.id }, as);
      const tested = await rules.test({ ruleId: created.id }, as);
      const unsaved = await rules.testUnsaved({ ...RULE, notify: { channels } }, as);
      const update = { ...RULE, ruleId: created.id, version: 1n, notify: { channels } };
      const updated = await rules.update(update, as);
      const listed = (await rules.list({ limit: 200 }, as)).rules.find(({ id }) => id === created.id) ?? assert.fail();
      for (const { warnings } of [read, tested, unsaved, updated, listed]) assert.deepEqual(warnings, created.warnings);
      return created.warnings;
    };
    const nobody =
      'The rule notifies nobody: it reaches no channel and no escalation policy, and no channel subscribes to its events.';
    const disabled = 'The channel on: false is disabled.';
    assert.deepEqual(await warningsOf([]), [nobody]);
    assert.deepEqual(await warningsOf([off?.id ?? '']), [nobody, disabled]);
    assert.deepEqual(await warningsOf([off?.id ?? '', on?.id ?? '']), [disabled]);
    assert.deepEqual(await warningsOf([on?.id ?? '']), []);
    await client.channel.update({ where: { id: on?.id ?? '' }, data: { events: ['alert.*'] } });
    assert.match((await warningsOf([]))[0] ?? '', /only channels that subscribe/);
  });

  const refused: [title: string, rule: NewRule, field: string][] = [
    ['an interval that is too short', { ...RULE, interval: '10s' }, 'interval'],
    ['a text that is not a duration', { ...RULE, for: 'soon' }, 'for'],
    ['no condition', { ...RULE, condition: undefined }, 'condition'],
    ['a range without its end', { ...RULE, condition: { op: 'between', threshold: 1 } }, 'condition.threshold_max'],
    [
      'a recovery on the wrong side',
      { ...RULE, condition: { op: 'gt', threshold: 5, recoveryThreshold: 6 } },
      'condition.recovery_threshold',
    ],
    ['no query', { ...RULE, query: undefined }, 'query'],
    ['an invalid search', { ...RULE, query: { signal: 'logs', q: 'a AND (' } }, 'q'],
    ['a figure without a field', { ...RULE, query: { signal: 'logs', agg: 'p95' } }, 'query.field'],
    ['a metric without a name', { ...RULE, query: { signal: 'metrics' } }, 'query.metric_name'],
    [
      'a window that is no multiple of the interval',
      { ...RULE, match: 'all', window: '90s', interval: '1m' },
      'window',
    ],
    ['an unknown channel', { ...RULE, notify: { channels: [randomUUID()] } }, 'notify.channels[0]'],
    ['an unknown policy', { ...RULE, notify: { escalationPolicyId: 'nothing' } }, 'notify.escalation_policy_id'],
    ['an unknown saved search', { ...RULE, query: { savedSearchId: randomUUID() } }, 'query.saved_search_id'],
    ['an objective without good events', { ...RULE, kind: 'slo', condition: undefined }, 'slo'],
    [
      'unknown rules',
      {
        name: 'Both',
        kind: 'composite',
        composite: { operator: 'all', ruleIds: [randomUUID(), randomUUID()] },
      },
      'composite.rule_ids[0]',
    ],
    ['a pattern without a word', { ...RULE, kind: 'pattern', pattern: '<*>', query: undefined }, 'pattern'],
    ['the label of the name', { ...RULE, labels: { alertname: 'x' } }, 'labels'],
  ];
  for (const [title, rule, field] of refused) {
    it(`refuses a rule with ${title}`, async () => {
      await assert.rejects(rules.create(rule, responder()), (error: { code: string; details: { path: string }[] }) => {
        assert.equal(error.code, 'invalid_request');
        assert.equal(error.details[0]?.path, field);
        return true;
      });
    });
  }

  it('lists rules by name in pages, and by severity', async () => {
    const as = responder();
    for (const [name, severity] of [
      ['c', 'critical'],
      ['a', 'info'],
      ['b', 'critical'],
    ] as const)
      await rules.create({ ...RULE, name, severity }, as);
    const names = async (request: object) => {
      const { rules: found, pagination } = await rules.list(request, as);
      return { names: found.map(({ name }) => name), cursor: pagination?.nextCursor ?? '' };
    };
    assert.deepEqual((await names({})).names, ['a', 'b', 'c']);
    assert.deepEqual((await names({ severity: 'critical' })).names, ['b', 'c']);
    assert.deepEqual((await names({ offset: 1, limit: 1 })).names, ['b']);
    const first = await names({ limit: 2 });
    assert.deepEqual(first.names, ['a', 'b']);
    assert.deepEqual(await names({ limit: 2, cursor: first.cursor }), { names: ['c'], cursor: '' });
    await assert.rejects(names({ cursor: 'nonsense' }), { code: 'InvalidArgument' });
    await assert.rejects(names({ cursor: first.cursor, severity: 'info' }), { code: 'InvalidArgument' });
    assert.deepEqual((await rules.list({}, responder())).rules, []);
  });

  it('answers 404 for unknown rules', async () => {
    const as = responder();
    const { id } = await rules.create(RULE, as);
    for (const [ruleId, of] of [
      ['nothing', as],
      [randomUUID(), as],
      [id, responder()],
    ] as const) {
      await assert.rejects(rules.get({ ruleId }, of), { code: 'not_found' });
      await assert.rejects(rules.update({ ...RULE, ruleId, version: 1n }, of), { code: 'not_found' });
      await assert.rejects(rules.delete({ ruleId }, of), { code: 'not_found' });
      await assert.rejects(rules.test({ ruleId }, of), { code: 'not_found' });
    }
    await assert.rejects(rules.delete({ ruleId: id, expectedVersion: 7n }, as), { code: 'version_conflict' });
    await rules.delete({ ruleId: id }, as);
    await assert.rejects(rules.get({ ruleId: id }, as), { code: 'not_found' });
  });

  it('applies the selection of a saved search', async () => {
    const as = responder();
    const savedSearchId = randomUUID();
    const query = { q: 'timeout', service: ['checkout'], columns: ['body'] };
    measuring.saved.set(savedSearchId, { signal: 'logs', query });
    const { id } = await rules.create({ ...RULE, query: { savedSearchId, level: ['error'] } }, as);
    measuring.asked.length = 0;
    await rules.test({ ruleId: id }, as);
    assert.deepEqual(
      measuring.asked.map(({ query }) => [query?.signal, query?.filter]),
      [['logs', '(timeout) AND service:("checkout") AND level:("error")']],
    );
  });

  it('tests a rule over 24 hours and writes nothing', async () => {
    const as = responder();
    measuring.answer = (question) => {
      const { series } = steady(1, { service: 'a' })(question);
      const [only] = series ?? [];
      // Two breaches of two minutes and of one.
      for (const nth of [100, 101, 200]) if (only?.values) only.values[nth] = 9;
      return { series: series ?? [] };
    };
    const tested = await rules.testUnsaved({ ...RULE, groupBy: ['service'], for: '1m' }, as);
    assert.deepEqual([tested.error, tested.fired, tested.interval, tested.series.length], [undefined, 1, '1m', 1]);
    const [series] = tested.series;
    assert.deepEqual(series?.labels, { service_name: 'a', alertname: RULE.name });
    assert.equal(series.windows.length, 1440);
    assert.deepEqual(
      [99, 100, 101, 102, 200, 201].map((nth) => [series.windows[nth]?.verdict, series.windows[nth]?.phase]),
      [
        ['ok', 'inactive'],
        ['breach', 'pending'],
        ['breach', 'firing'],
        ['ok', 'inactive'],
        ['breach', 'pending'],
        ['ok', 'inactive'],
      ],
    );
    measuring.answer = () => ({ error: 'too_expensive' });
    const failed = await rules.testUnsaved(RULE, as);
    assert.deepEqual([failed.error, failed.series.length], ['too_expensive', 0]);
    const projectId = as.context.project?.id ?? '';
    assert.equal(await server.relational.client.alertRule.count({ where: { projectId } }), 0);
    assert.equal(await server.relational.client.alert.count({ where: { projectId } }), 0);
  });

  it('shows the series that would have fired first if a test has more series than an answer can hold', async () => {
    const as = responder();
    measuring.answer = (question) => ({
      series: Array.from({ length: 5 }, (_, nth) => {
        const [series] = steady(1, { service: `s${nth}` })(question).series ?? [];
        if (nth === 4 && series?.values) series.values[100] = 9;
        return series ?? {};
      }),
    });
    const tested = await rules.testUnsaved({ ...RULE, groupBy: ['service'] }, as);
    assert.deepEqual([tested.fired, tested.series.length, tested.isTruncated], [1, 2, true]);
    assert.equal(tested.series[0]?.labels['service_name'], 's4');
  });

  it('tests a composite rule by testing the rules that it references', async () => {
    const as = responder();
    const ids: string[] = [];
    for (const [name, q] of [
      ['One', 'one'],
      ['Other', 'other'],
    ] as const)
      ids.push((await rules.create({ ...RULE, name, query: { signal: 'logs', q }, groupBy: ['service'] }, as)).id);
    measuring.answer = (question) => {
      const { series } = steady(1, { service: 'a' })(question);
      const [only] = series ?? [];
      const breaching = question.query?.filter === '(one)' ? [100, 101, 102] : [102, 103];
      for (const nth of breaching) if (only?.values) only.values[nth] = 9;
      return { series: series ?? [] };
    };
    const composite = { name: 'Both', kind: 'composite', groupBy: ['service_name'] };
    const both = { ...composite, composite: { operator: 'all', ruleIds: ids } };
    const tested = await rules.testUnsaved(both, as);
    assert.deepEqual([tested.error, tested.fired, tested.series.length, tested.isTruncated], [undefined, 1, 1, false]);
    assert.deepEqual(tested.series[0]?.labels, { service_name: 'a', alertname: 'Both' });
    const firing = tested.series[0].windows.flatMap(({ phase }, nth) => (phase === 'firing' ? [nth] : []));
    assert.deepEqual(firing, [102]);
    const any = await rules.testUnsaved({ ...both, composite: { operator: 'any', ruleIds: ids } }, as);
    assert.deepEqual(any.series[0]?.windows.filter(({ phase }) => phase === 'firing').length, 4);
    measuring.answer = () => ({ error: 'too_expensive' });
    assert.equal((await rules.testUnsaved(both, as)).error, 'too_expensive');
  });

  it('tests an event rule on the events of the last 24 hours', async () => {
    const as = responder();
    const projectId = as.context.project?.id ?? '';
    const now = Date.parse('2026-01-01T00:00:00Z');
    const happened = (type: string, subject: string, hoursAgo: number, service: string) => ({
      projectId,
      type,
      subject,
      occurredAt: new Date(now - hoursAgo * 3_600_000),
      data: { service },
    });
    await server.relational.client.domainEvent.createMany({
      data: [
        happened('issue.new', 'first', 30, 'checkout'),
        happened('issue.new', 'second', 5, 'checkout'),
        happened('issue.new', 'third', 4, 'cart'),
        happened('issue.regressed', 'first', 3, 'checkout'),
        happened('anomaly.opened', 'finding', 2, 'checkout'),
        happened('anomaly.resolved', 'finding', 1, 'checkout'),
      ],
    });
    const test = async (kind: string) => {
      const rule = { name: 'Followed', kind, query: { service: ['checkout'] }, window: '30m' };
      const { error, fired, series } = await rules.testUnsaved(rule, as);
      const firing = series.map(({ windows }) => windows.filter(({ phase }) => phase === 'firing').length);
      return { error, fired, firing, subjects: series.map(({ labels }) => labels['issue_id'] ?? labels['finding_id']) };
    };
    const seen = { error: undefined, fired: 1 };
    assert.deepEqual(await test('new_issue'), { ...seen, firing: [30], subjects: ['second'] });
    assert.deepEqual(await test('regression'), { ...seen, firing: [30], subjects: ['first'] });
    assert.deepEqual(await test('anomaly'), { ...seen, firing: [60], subjects: ['finding'] });
  });

  it('limits a project to 500 rules, however many are created at the same time', async () => {
    const as = responder();
    const projectId = as.context.project?.id ?? '';
    const { id: _, ...copied } = await server.relational.client.alertRule.findUniqueOrThrow({
      where: { id: (await rules.create(RULE, as)).id },
    });
    const copies = Array.from({ length: 497 }, () => ({ ...copied, definition: copied.definition as object }));
    await server.relational.client.alertRule.createMany({ data: copies });
    const codes = await Promise.all(
      Array.from({ length: 8 }, () =>
        rules.create(RULE, as).then(
          () => 'created',
          (error: { code: string }) => error.code,
        ),
      ),
    );
    assert.deepEqual(codes.toSorted(), ['created', 'created', ...Array.from({ length: 6 }, () => 'quota_exceeded')]);
    assert.equal(await server.relational.client.alertRule.count({ where: { projectId } }), 500);
  });
});

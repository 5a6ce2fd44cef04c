import assert from 'node:assert/strict';
import type { JsonObject } from '@svc/contract';
import { DAY, HOUR, NOW, writeAgentRuns, writeErrors, writeIssueVariants } from '@svc/reading/testing';
import { callerIn, startPersons, type PersonsServer } from '../persons/persons-server.fixture.js';

describe('segments of groups', () => {
  let server: PersonsServer;
  beforeAll(async () => {
    server = await startPersons();
    const { writer } = server;
    const write = (group: string, key: string, value: string) =>
      writer.groupWrite(1, 'company', group, key, { op: 'set', time: NOW - 20n * DAY, messageId: key, value });
    await write('acme', 'plan', '"pro"');
    await write('acme', 'seats', '120');
    await write('beta', 'plan', '"free"');
    await write('beta', 'seats', '9');
    await write('gamma', 'plan', 'null');
    await writer.groupWrite(1, 'company', 'beta', 'tier', {
      op: 'set',
      time: 1n,
      messageId: 'backend',
      value: '"gold"',
      isFromServer: true,
    });
    await write('beta', 'tier', '"basic"');
    await write('acme', 'tier', '"gold"');
    await writer.groupSeen(1, 'team', 'acme', NOW);
    const event = (distinctId: string, company: string, ago: bigint, sessionId = '', messageId?: string) =>
      writer.event({
        project: 1,
        distinctId,
        time: NOW - ago,
        sessionId,
        groups: { company },
        ...(messageId && { messageId }),
      });
    await event('ann', 'acme', HOUR, 's1');
    await event('phone', 'acme', 2n * HOUR);
    await event('bob', 'acme', 8n * DAY);
    await event('bob', 'beta', HOUR, 's2', 'once');
    await event('bob', 'beta', 2n * HOUR, '', 'once');
    await writer.merge(1, { phone: 'ann' });
    await server.telemetry.logs([
      { project: 1, timestamp: NOW - HOUR, idTail: '0000000000000001', severityNumber: 17, sessionId: 's1' },
      { project: 1, timestamp: NOW - HOUR, idTail: '0000000000000002', severityNumber: 13, sessionId: 's2' },
    ]);
    const span = {
      project: 1,
      timestamp: NOW - HOUR,
      traceId: 'ab'.repeat(16),
      service: 'web',
      kind: 2,
      name: 'GET /',
    };
    await server.telemetry.spans(
      [0, 1, 2, 0].map((statusCode, nth) => ({
        ...span,
        spanId: `00000000000000a${nth}`,
        statusCode,
        sessionId: nth === 3 ? 's2' : 's1',
      })),
    );
  });
  afterAll(() => server.stop());

  const members = async (...filters: JsonObject[]): Promise<string> => {
    const { total, sample } = await server.segments.previewUnsaved({ groupType: 'company', filters }, callerIn(1));
    assert.equal(Number(total), sample.length);
    return sample.map(({ groupKey }) => groupKey).join(' ');
  };

  it('selects groups by their properties; a missing one is neither equal nor greater', async () => {
    const cases: [JsonObject, string][] = [
      [{ field: 'property.plan', op: 'eq', value: 'pro' }, 'acme'],
      [{ field: 'property.plan', op: 'neq', value: 'pro' }, 'beta gamma'],
      [{ field: 'property.plan', op: 'in', value: ['pro', 'free'] }, 'acme beta'],
      [{ field: 'property.plan', op: 'not_in', value: ['pro', 'free'] }, 'gamma'],
      [{ field: 'property.plan', op: 'contains', value: 're' }, 'beta'],
      [{ field: 'property.plan', op: 'not_contains', value: 're' }, 'acme gamma'],
      [{ field: 'property.plan', op: 'exists' }, 'acme beta gamma'],
      [{ field: 'property.seats', op: 'not_exists' }, 'gamma'],
      [{ field: 'property.seats', op: 'gt', value: 9 }, 'acme'],
      [{ field: 'property.seats', op: 'lte', value: 9 }, 'beta'],
      [{ field: 'property.tier', op: 'eq', value: 'gold' }, 'acme'],
      [{ field: 'property.tier', op: 'eq', value: 'gold', source: 'any' }, 'acme'],
      [{ field: 'property.tier', op: 'eq', value: 'gold', source: 'server' }, 'beta'],
      [{ field: 'property.tier', op: 'not_exists', source: 'server' }, 'acme gamma'],
      [{ field: "property.'; --", op: 'exists' }, ''],
    ];
    for (const [filter, expected] of cases) assert.equal(await members(filter), expected, JSON.stringify(filter));
  });

  it('selects groups by their figures of seven days, 0 if there is nothing', async () => {
    const cases: [JsonObject, string][] = [
      [{ field: 'events_7d', op: 'gte', value: 2 }, 'acme'],
      [{ field: 'events_7d', op: 'eq', value: 1 }, 'beta'],
      [{ field: 'events_7d', op: 'eq', value: 0 }, 'gamma'],
      [{ field: 'persons_active_7d', op: 'eq', value: 1 }, 'acme beta'],
      [{ field: 'persons_active_7d', op: 'lt', value: 1 }, 'gamma'],
      [{ field: 'errors_7d', op: 'gt', value: 0 }, 'acme'],
      [{ field: 'errors_7d', op: 'in', value: [0] }, 'beta gamma'],
      [{ field: 'errors_7d', op: 'eq', value: 2 }, 'acme'],
      [{ field: 'error_rate_7d', op: 'gt', value: 0.33 }, 'acme'],
      [{ field: 'error_rate_7d', op: 'lt', value: 0.34 }, 'acme beta gamma'],
      [{ field: 'error_rate_7d', op: 'eq', value: 0 }, 'beta gamma'],
      [{ field: 'last_seen', op: 'gt', value: '-1d' }, 'acme beta'],
      [{ field: 'last_seen', op: 'lt', value: '-7d' }, 'gamma'],
      [{ field: 'first_seen', op: 'date_before', value: '-7d' }, 'acme beta gamma'],
    ];
    for (const [filter, expected] of cases) assert.equal(await members(filter), expected, JSON.stringify(filter));
    const both = [
      { field: 'events_7d', op: 'gt', value: 0 },
      { field: 'property.plan', op: 'eq', value: 'free' },
    ];
    assert.equal(await members(...both), 'beta');
  });

  it('selects groups by the cost of the agent runs of their sessions and persons in 30 days, each run once', async () => {
    const run = (runId: string, cost: string | undefined, rest: object, ago = HOUR) => ({
      project: 1,
      runId,
      cost,
      timestamp: NOW - ago,
      ...rest,
    });
    await writeAgentRuns(server.telemetry, [
      // In a session of acme, by one of its persons.
      run('1', '0.25', { sessionId: 's1', distinctId: 'ann' }),
      run('2', '0.5', { distinctId: 'phone' }, 20n * DAY),
      run('3', undefined, { distinctId: 'ann' }),
      run('4', '9', { distinctId: 'ann', agent: 'svc.judge' }),
      run('5', '9', { distinctId: 'ann' }, 31n * DAY),
      run('6', '9', { distinctId: 'nobody' }),
    ]);
    const of = (op: string, value: number) => members({ field: 'cost_30d', op, value });
    assert.equal(await of('eq', 0.75), 'acme');
    assert.equal(await of('eq', 0), 'beta gamma');
    assert.equal(await of('gt', 0.75), '');
  });

  it('selects groups by the open issues that affected them in 30 days', async () => {
    const error = { project: 1, timestamp: NOW - 20n * DAY };
    await writeErrors(server.telemetry, [
      { ...error, cause: 'a', groups: { company: 'acme' } },
      { ...error, cause: 'a2', groups: { company: 'acme' } },
      // This error happened in a session of acme.
      { ...error, cause: 'b', sessionId: 's1', timestamp: NOW - HOUR },
      { ...error, cause: 'closed', groups: { company: 'acme' } },
      { ...error, cause: 'unknown', groups: { company: 'acme' } },
      { ...error, cause: 'a', groups: { company: 'beta' } },
      { ...error, cause: 'b', groups: { company: 'beta' }, timestamp: NOW - 31n * DAY },
      { ...error, cause: 'b', groups: { team: 'beta' } },
      { ...error, cause: 'b', groups: { company: 'gamma' }, project: 2 },
    ]);
    const id = (nth: number): string => `018f0000-0000-7000-8000-00000000000${nth}`;
    await writeIssueVariants(server.telemetry, 1, ['a', 'a2'], { id: id(1) });
    await writeIssueVariants(server.telemetry, 1, ['b'], { id: id(2) });
    await writeIssueVariants(server.telemetry, 1, ['closed'], { id: id(3), isOpen: false });
    const open = (op: string, value: number): Promise<string> => members({ field: 'open_issues', op, value });
    assert.equal(await open('eq', 2), 'acme');
    assert.equal(await open('eq', 1), 'beta');
    assert.equal(await open('eq', 0), 'gamma');
    assert.equal(await open('gte', 1), 'acme beta');
    await writeIssueVariants(server.telemetry, 1, ['a', 'a2'], { id: id(1), isOpen: false });
    assert.equal(await open('gte', 1), 'acme');
  });

  it('stores, changes, previews and deletes segments, each in its project', async () => {
    const [as, other] = [callerIn(1), callerIn(2)];
    const filters = [{ value: 'pro', op: 'eq', field: 'property.plan' }];
    const kept = await server.segments.create({ name: 'Pro', groupType: 'company', filters }, as);
    assert.deepEqual([kept.version, kept.filters, kept.createdBy], [1n, filters, 'somebody']);
    const at = { segmentId: kept.id };
    assert.equal((await server.segments.preview(at, as)).total, 1n);
    const renamed = await server.segments.update({ ...at, name: 'Paying' }, as);
    assert.deepEqual([renamed.name, renamed.version, renamed.filters], ['Paying', 2n, filters]);
    await assert.rejects(server.segments.update({ ...at, expectedVersion: 1n, name: 'x' }, as), {
      code: 'version_conflict',
    });
    await assert.rejects(server.segments.update(at, as), { code: 'invalid_request' });
    assert.deepEqual((await server.segments.list({}, as)).segments, [renamed]);
    assert.deepEqual((await server.segments.list({}, other)).segments, []);
    for (const refused of [other, callerIn(3)]) {
      await assert.rejects(server.segments.preview(at, refused), { code: 'not_found' });
      await assert.rejects(server.segments.update({ ...at, name: 'x' }, refused), { code: 'not_found' });
      await assert.rejects(server.segments.delete(at, refused), { code: 'not_found' });
    }
    await server.segments.delete(at, as);
    for (const id of [kept.id, 'nonsense']) {
      await assert.rejects(server.segments.preview({ segmentId: id }, as), { code: 'not_found' });
    }
  });

  it('rejects filters on unknown fields, naming the field without repeating values', async () => {
    const cases: [JsonObject, string][] = [
      [{ field: 'revenue', op: 'eq', value: 1 }, 'filters[0].field'],
      [{ field: 'error_rate_7d', op: 'gt', value: 'high' }, 'filters[0].value'],
      [{ field: 'events_7d', op: 'in', value: [1, ''] }, 'filters[0].value'],
      [{ field: 'open_issues', op: 'gt', value: 'many' }, 'filters[0].value'],
      [{ field: 'cost_30d', op: 'gt', value: 'much' }, 'filters[0].value'],
      [{ field: 'property.', op: 'eq', value: 1 }, 'filters[0].field'],
      [{ field: 'property.x', op: 'like', value: 1 }, 'filters[0].op'],
      [{ field: 'property.x', value: 1 }, 'filters[0].op'],
      [{ field: 'property.x', op: 'in', value: 1 }, 'filters[0].value'],
      [{ field: 'property.x', op: 'eq', value: 1, extra: 1 }, 'filters[0]'],
      [{ field: 'property.x', op: 'eq', value: 1, source: 'page' }, 'filters[0].source'],
      [{ field: 'events_7d', op: 'gt', value: 1, source: 'server' }, 'filters[0].source'],
    ];
    for (const [filter, path] of cases) {
      await assert.rejects(
        server.segments.previewUnsaved({ groupType: 'company', filters: [filter] }, callerIn(1)),
        (error: { code?: string; details?: { path: string }[] }) =>
          error.code === 'invalid_request' && error.details?.[0]?.path === path,
        JSON.stringify(filter),
      );
    }
  });
});

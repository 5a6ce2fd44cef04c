import assert from 'node:assert/strict';
import {
  at,
  DAY,
  HOUR,
  MINUTE,
  NOW,
  SECOND,
  writeAgentRuns,
  writeRecordings,
  writeErrors,
  writeIssueVariants,
  type ErrorFixture,
} from '@svc/reading/testing';
import { callerIn, startPersons, type PersonsServer } from '../persons/persons-server.fixture.js';

describe('timelines', () => {
  let server: PersonsServer;
  let projects = 500;
  beforeAll(async () => (server = await startPersons()));
  afterAll(() => server.stop());

  const log = (project: number, nth: number, timestamp: bigint, rest: object) =>
    server.telemetry.logs([
      {
        project,
        timestamp,
        idTail: nth.toString(16).padStart(16, '0'),
        severityNumber: 13,
        body: `log ${nth}`,
        ...rest,
      },
    ]);
  const span = (project: number, nth: number, timestamp: bigint, rest: object) => {
    const id = nth.toString(16).padStart(16, '0');
    return server.telemetry.spans([
      { project, timestamp, traceId: id.repeat(2), spanId: id, name: `span ${nth}`, service: 'web', ...rest },
    ]);
  };

  it('combines every signal over all distinct IDs, newest first, with a title for each entry', async () => {
    const project = ++projects;
    const as = callerIn(project);
    await server.writer.event({
      project,
      distinctId: 'ann',
      time: NOW - 6n * MINUTE,
      messageId: 'm1',
      event: 'paid',
      sessionId: 's1',
      properties: '{"total":null,"x":[1]}',
    });
    await server.writer.event({ project, distinctId: 'phone', time: NOW - 20n * DAY, messageId: 'm2' });
    await server.writer.event({ project, distinctId: 'bob', time: NOW - MINUTE });
    await log(project, 1, NOW - 5n * MINUTE, {
      distinctId: 'phone',
      severityNumber: 17,
      body: 'card refused\nat pay',
      attributes: { order: '7' },
    });
    await log(project, 2, NOW - 4n * MINUTE, { distinctId: 'ann', severityNumber: 9 });
    await log(project, 3, NOW - 3n * MINUTE, { sessionId: 's1' });
    await log(project, 4, NOW - 3n * MINUTE, { sessionId: 's1', distinctId: 'bob' });
    await span(project, 5, NOW - 2n * MINUTE, { distinctId: 'ann' });
    await span(project, 6, NOW - 2n * MINUTE + SECOND, {
      distinctId: 'ann',
      parentSpanId: 'aa'.repeat(8),
      statusCode: 2,
    });
    await span(project, 7, NOW - 2n * MINUTE + SECOND, { distinctId: 'ann', parentSpanId: 'aa'.repeat(8) });
    await server.resolver.take(project, [
      { anonDistinctId: 'phone', distinctId: 'ann', time: 1n, messageId: 'i', event: 'identify' },
    ]);
    const { entries, pagination } = await server.persons.timeline({ personId: 'phone' }, as);
    assert.deepEqual(
      entries.map(({ kind, title, severity }) => [kind, title, severity]),
      [
        ['trace', 'span 6', 'error'],
        ['trace', 'span 5', 'info'],
        ['log', 'log 3', 'warn'],
        ['log', 'card refused', 'error'],
        ['event', 'paid', 'info'],
        ['event', 'opened', 'info'],
      ],
    );
    assert.equal(pagination?.hasMore, false);
    const [paid, refused] = [entries[4], entries[3]];
    assert.deepEqual(
      [paid?.payload, paid?.ref, paid?.distinctId, paid?.sessionId],
      [{ total: null, x: [1] }, { $typeName: 'svc.v1.TimelineRef', type: 'event', id: 'm1' }, 'ann', 's1'],
    );
    assert.deepEqual(refused?.payload?.['attributes'], { order: '7' });
    const logs = await server.persons.timeline({ personId: 'ann', kinds: ['log'] }, as);
    assert.deepEqual(
      logs.entries.map(({ kind }) => kind),
      ['log', 'log'],
    );
    const bounded = { personId: 'ann', startTime: at(NOW - 6n * MINUTE), endTime: at(NOW - 3n * MINUTE) };
    assert.deepEqual(
      (await server.persons.timeline(bounded, as)).entries.map(({ title }) => title),
      ['card refused', 'paid'],
    );
    await assert.rejects(server.persons.timeline({ personId: 'ann' }, callerIn(9_999)), { code: 'not_found' });
  });

  it('returns every entry once while data arrives, including entries of one moment, for cursors of the same bounds and kinds', async () => {
    const project = ++projects;
    const as = callerIn(project);
    for (let nth = 0; nth < 12; nth++) {
      // Four times with three entries each.
      const time = NOW - BigInt(nth % 4) * HOUR - HOUR;
      if (nth % 3 === 0) await log(project, nth, time, { distinctId: 'ann' });
      else await server.writer.event({ project, distinctId: 'ann', time, messageId: `m${nth}` });
    }
    const all = (await server.persons.timeline({ personId: 'ann' }, as)).entries.map(({ id }) => id);
    assert.equal(all.length, 12);
    const seen: string[] = [];
    let cursor = '';
    do {
      const page = await server.persons.timeline({ personId: 'ann', limit: 2, cursor }, as);
      seen.push(...page.entries.map(({ id }) => id));
      cursor = page.pagination?.nextCursor ?? '';
      await server.writer.event({ project, distinctId: 'ann', time: NOW - SECOND });
    } while (cursor !== '');
    assert.deepEqual(seen, all);
    const { pagination } = await server.persons.timeline({ personId: 'ann', limit: 2 }, as);
    const next = { personId: 'ann', limit: 2, cursor: pagination?.nextCursor ?? '' };
    await server.persons.timeline(next, as);
    const others = [
      { startTime: at(NOW - DAY) },
      { endTime: at(NOW) },
      { kinds: ['log'] },
      { cursor: `${next.cursor}x` },
    ];
    for (const other of others)
      await assert.rejects(server.persons.timeline({ ...next, ...other }, as), { code: 'InvalidArgument' });
    await server.writer.event({ project, distinctId: 'bob', time: NOW });
    await assert.rejects(server.persons.timeline({ ...next, personId: 'bob' }, as), { code: 'InvalidArgument' });
  });

  it('shows an event whose message ID arrived twice once, as it arrived last', async () => {
    const project = ++projects;
    const again = (ago: bigint, event: string) =>
      server.writer.event({ project, distinctId: 'ann', time: NOW - ago, messageId: 'same', event });
    await again(2n * MINUTE, 'first');
    await again(MINUTE, 'second');
    await server.writer.event({ project, distinctId: 'ann', time: NOW - 3n * MINUTE, event: 'before' });
    const titles: string[] = [];
    let cursor = '';
    do {
      const { entries, pagination } = await server.persons.timeline(
        { personId: 'ann', limit: 1, cursor },
        callerIn(project),
      );
      titles.push(...entries.map(({ title }) => title));
      cursor = pagination?.nextCursor ?? '';
    } while (cursor !== '');
    assert.deepEqual(titles, ['second', 'before']);
  });

  it('returns the events of a group and the telemetry of their sessions', async () => {
    const project = ++projects;
    const as = callerIn(project);
    const groups = { company: 'acme', team: 'x' };
    await server.writer.event({
      project,
      distinctId: 'ann',
      time: NOW - 3n * HOUR,
      event: 'paid',
      sessionId: 's1',
      groups,
    });
    await server.writer.event({
      project,
      distinctId: 'ann',
      time: NOW - 2n * HOUR,
      groups: { company: 'other', team: 'acme' },
    });
    await log(project, 1, NOW - HOUR, { sessionId: 's1', distinctId: 'ann' });
    await log(project, 2, NOW - HOUR, { distinctId: 'ann' });
    const account = { groupType: 'company', groupKey: 'acme' };
    const { entries } = await server.groups.timeline(account, as);
    assert.deepEqual(
      entries.map(({ title }) => title),
      ['log 1', 'paid'],
    );
    await assert.rejects(server.groups.timeline({ ...account, groupKey: 'nobody' }, as), { code: 'not_found' });
    await assert.rejects(server.groups.timeline(account, callerIn(9_999)), { code: 'not_found' });
  });

  it('shows a throw once, as an error with its issue, however many signals report it', async () => {
    const project = ++projects;
    const as = callerIn(project);
    const error = (ago: bigint, rest: Partial<ErrorFixture>) =>
      writeErrors(server.telemetry, [{ project, timestamp: NOW - ago, distinctId: 'ann', ...rest }]);
    const issue = '018f0000-0000-7000-8000-000000000001';
    await writeIssueVariants(server.telemetry, project, ['known'], { id: issue, culprit: 'charge in cart.ts' });
    const trace = { traceId: 'ab'.repeat(16), spanId: 'cd'.repeat(8) };
    const exception = { 'exception.type': 'Refused' };
    await error(4n * MINUTE, { cause: 'known', type: 'TypeError', message: 'is undefined\nat', level: 'fatal' });
    await error(3n * MINUTE, { cause: 'new', type: '', message: 'no type', level: 'warning' });
    await error(2n * MINUTE, { cause: 'log', type: 'Refused', source: 'span', ...trace });
    await server.writer.event({ project, distinctId: 'ann', time: NOW - 4n * MINUTE, event: '$exception' });
    await server.writer.event({ project, distinctId: 'ann', time: NOW - HOUR, event: '$exception' });
    await log(project, 1, NOW - 2n * MINUTE + SECOND, { distinctId: 'ann', attributes: exception, ...trace });
    await log(project, 2, NOW - 2n * HOUR, { distinctId: 'ann', attributes: exception });
    await log(project, 3, NOW - 2n * MINUTE, { distinctId: 'ann', attributes: { other: 'x' }, ...trace });
    const { entries } = await server.persons.timeline({ personId: 'ann' }, as);
    assert.deepEqual(
      entries.map(({ kind, title, severity, ref }) => [kind, title, severity, ref?.type]),
      [
        ['error', 'Refused: failed', 'error', 'error'],
        ['log', 'log 3', 'warn', 'log'],
        ['error', 'no type', 'warn', 'error'],
        ['error', 'TypeError: is undefined', 'fatal', 'issue'],
        // Neither has an error.
        ['event', '$exception', 'info', 'event'],
        ['log', 'log 2', 'warn', 'log'],
      ],
    );
    assert.equal(entries[3]?.ref?.id, issue);
    assert.equal(entries[3]?.payload?.['culprit'], 'charge in cart.ts', 'the name after symbolication');
    assert.match(entries[2]?.ref?.id ?? '', /^[0-9A-F]{32}$/);
    assert.equal(entries[2]?.payload?.['error_id'], entries[2]?.ref?.id);
    const titles = async (kinds: string[]) =>
      (await server.persons.timeline({ personId: 'ann', kinds }, as)).entries.map(({ title }) => title);
    assert.deepEqual(await titles(['error']), ['Refused: failed', 'no type', 'TypeError: is undefined']);
    // Without errors nothing is left out.
    assert.deepEqual(await titles(['event', 'log']), ['log 1', 'log 3', '$exception', '$exception', 'log 2']);
  });

  it('shows the runs of agents of a person, with what they cost, but not those that judge', async () => {
    const project = ++projects;
    const run = (id: string, ago: bigint, rest: object) =>
      writeAgentRuns(server.telemetry, [{ project, runId: id, timestamp: NOW - ago, ...rest }]);
    await server.writer.event({ project, distinctId: 'ann', time: NOW - HOUR, sessionId: 's1' });
    await run('one', 4n * MINUTE, { distinctId: 'ann', cost: '0.0035', usage: { requests: 1 } });
    await run('two', 3n * MINUTE, { sessionId: 's1', status: 'failed', unpricedCalls: 2 });
    await run('three', 2n * MINUTE, { distinctId: 'ann', agent: 'svc.judge' });
    await run('four', MINUTE, { distinctId: 'bob' });
    const { entries } = await server.persons.timeline({ personId: 'ann', kinds: ['agent_run'] }, callerIn(project));
    assert.deepEqual(
      entries.map(({ kind, title, severity, ref, payload }) => [kind, title, severity, ref?.id, payload?.['cost']]),
      [
        ['agent_run', 'support: failed', 'error', 'two', null],
        ['agent_run', 'support: completed', 'info', 'one', '0.0035'],
      ],
    );
    assert.deepEqual([entries[0]?.payload?.['unpriced_calls'], entries[1]?.payload?.['usage']], [2, { requests: '1' }]);
    assert.equal((await server.persons.timeline({ personId: 'ann' }, callerIn(project))).entries.length, 3);
  });

  it('shows the recordings of a person and of their sessions at their start, with their figures', async () => {
    const project = ++projects;
    await server.writer.event({ project, distinctId: 'ann', time: NOW - HOUR, sessionId: 's1' });
    await writeRecordings(server.telemetry, [
      { project, sessionId: 's1', timestamp: NOW - 3n * MINUTE, distinctId: '', url: '', consoleErrors: 2 },
      { project, sessionId: 's2', timestamp: NOW - 2n * MINUTE },
      { project, sessionId: 's3', timestamp: NOW - MINUTE, distinctId: 'bob' },
    ]);
    const { entries } = await server.persons.timeline({ personId: 'ann', kinds: ['replay'] }, callerIn(project));
    assert.deepEqual(
      entries.map(({ title, severity, ref, sessionId, distinctId }) => [
        title,
        severity,
        ref?.type,
        ref?.id,
        sessionId,
        distinctId,
      ]),
      [
        ['Recording: https://shop.example/cart', 'info', 'replay', 's2', 's2', 'ann'],
        ['Recording', 'error', 'replay', 's1', 's1', undefined],
      ],
    );
    assert.deepEqual(
      [entries[0]?.payload?.['duration_ms'], entries[1]?.payload?.['console_error_count']],
      ['60000', '2'],
    );
    assert.equal((await server.persons.timeline({ personId: 'ann' }, callerIn(project))).entries.length, 3);
  });

  it('returns the errors that name a group, and those of its sessions', async () => {
    const project = ++projects;
    const groups = { company: 'acme' };
    await server.writer.event({ project, distinctId: 'ann', time: NOW - 3n * HOUR, sessionId: 's1', groups });
    const error = (message: string, rest: Partial<ErrorFixture>) =>
      writeErrors(server.telemetry, [{ project, timestamp: NOW - HOUR, message, ...rest }]);
    await error('named', { groups });
    await error('in its session', { sessionId: 's1', timestamp: NOW - 2n * HOUR });
    await error('of another', { groups: { company: 'other' }, sessionId: 's2' });
    const account = { groupType: 'company', groupKey: 'acme', kinds: ['error'] };
    const { entries } = await server.groups.timeline(account, callerIn(project));
    assert.deepEqual(
      entries.map(({ title }) => title),
      ['Error: named', 'Error: in its session'],
    );
  });
});

describe('groups', () => {
  let server: PersonsServer;
  beforeAll(async () => (server = await startPersons()));
  afterAll(() => server.stop());

  it('counts groups by type, lists them with offset, searches them by key and name, and returns their properties', async () => {
    const [project, as] = [1, callerIn(1)];
    const { writer } = server;
    for (const key of ['acme', 'beta', "o'hara"]) await writer.groupSeen(project, 'company', key, NOW - HOUR);
    await writer.groupSeen(project, 'company', 'acme', NOW);
    const write = (key: string, value: string) => ({ op: 'set' as const, time: NOW - DAY, messageId: key, value });
    await writer.groupWrite(project, 'team', 'acme', 'name', write('a', '"Ops"'));
    await writer.groupWrite(project, 'company', 'beta', 'name', write('a', '"Beta GmbH"'));
    await writer.groupWrite(project, 'company', "o'hara", 'seats', write('a', '5'));
    await writer.groupSeen(2, 'company', 'foreign', NOW);
    const { groupTypes } = await server.groups.types({}, as);
    assert.deepEqual(
      groupTypes.map(({ groupType, count }) => [groupType, count]),
      [
        ['company', 3n],
        ['team', 1n],
      ],
    );
    const list = async (request: object) => {
      const { groups, total, hasMore } = await server.groups.list(request, as);
      return [groups.map(({ groupType, groupKey }) => `${groupType}/${groupKey}`).join(' '), Number(total), hasMore];
    };
    assert.deepEqual(await list({}), ["company/acme company/beta company/o'hara team/acme", 4, false]);
    assert.deepEqual(await list({ type: 'company', limit: 1, offset: 1 }), ['company/beta', 3, true]);
    assert.deepEqual(await list({ search: 'ACM' }), ['company/acme team/acme', 2, false]);
    assert.deepEqual(await list({ search: 'gmbh' }), ['company/beta', 1, false]);
    assert.deepEqual(await list({ search: "'; --" }), ['', 0, false]);
    const account = await server.groups.get({ groupType: 'company', groupKey: "o'hara" }, as);
    assert.deepEqual(
      [account.properties, account.firstSeen, account.lastSeen],
      [{ seats: 5 }, at(NOW - DAY), at(NOW - HOUR)],
    );
    await assert.rejects(server.groups.get({ groupType: 'team', groupKey: 'beta' }, as), { code: 'not_found' });
    await assert.rejects(server.groups.get({ groupType: 'company', groupKey: 'foreign' }, as), { code: 'not_found' });
  });
});

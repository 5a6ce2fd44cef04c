import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { DAY, HOUR, NOW, SECOND, writeErrors, writeIssueVariants } from '@svc/reading/testing';
import { callerIn, startPersons, type PersonsServer } from './persons-server.fixture.js';
import { testPersonId } from './persons.fixture.js';

describe('persons', () => {
  let server: PersonsServer;
  let projects = 0;
  beforeAll(async () => (server = await startPersons()));
  afterAll(() => server.stop());

  const identify = (anonDistinctId: string, distinctId: string, time: bigint, messageId = `i${time}`) => ({
    anonDistinctId,
    distinctId,
    time,
    messageId,
    event: 'identify',
  });
  const code = (expected: string) => ({ code: expected });

  it('finds a person by its ID and by every distinct ID, before and after a merge, in its project alone', async () => {
    const project = ++projects;
    const [as, other] = [callerIn(project), callerIn(project + 1_000)];
    await server.writer.event({ project, distinctId: 'device', time: NOW - 2n * HOUR });
    await server.writer.event({ project, distinctId: 'ann', time: NOW - HOUR });
    const device = await server.persons.get({ personId: 'device' }, as);
    assert.equal(device.id, testPersonId(project, 'device'));
    await server.resolver.take(project, [identify('device', 'ann', 5n)]);
    for (const personId of [
      'device',
      'ann',
      device.id,
      testPersonId(project, 'ann'),
      testPersonId(project, 'ann').toUpperCase(),
    ]) {
      const person = await server.persons.get({ personId }, as);
      assert.deepEqual(
        [person.id, person.distinctId, person.distinctIds],
        [testPersonId(project, 'ann'), 'ann', ['ann', 'device']],
      );
      await assert.rejects(server.persons.get({ personId }, other), code('not_found'));
    }
    await assert.rejects(server.persons.get({ personId: 'nobody' }, as), code('not_found'));
  });

  it('returns the properties of all IDs of a person, including null, whatever the names', async () => {
    const project = ++projects;
    const as = callerIn(project);
    const set = (distinctId: string, key: string, value: string, time: bigint) =>
      server.writer.write(project, distinctId, key, { op: 'set', time, messageId: 'm', value });
    await server.writer.seen(project, 'ann', NOW, true);
    await set('ann', 'plan', '"pro"', 1n);
    await set('device', 'plan', 'null', 2n);
    await set('device', '__proto__', '{"a":[1.5,"é"]}', 2n);
    await server.resolver.take(project, [identify('device', 'ann', 5n)]);
    const person = await server.persons.get({ personId: 'ann' }, as);
    assert.equal(JSON.stringify(person.properties), '{"__proto__":{"a":[1.5,"é"]},"plan":null}');
    assert.equal(person.isIdentified, true);
  });

  it('searches persons by a part of an ID, an e-mail address or a name, page by page while more arrive', async () => {
    const project = ++projects;
    const as = callerIn(project);
    for (let nth = 0; nth < 7; nth++) await server.writer.seen(project, `user-${nth}`, NOW - BigInt(nth) * SECOND);
    await server.resolver.take(project, [identify('user-3', 'user-2', 5n)]);
    await server.writer.write(project, 'user-3', 'email', {
      op: 'set',
      time: 1n,
      messageId: 'm',
      value: '"Ann@Example.com"',
    });
    await server.writer.write(project, 'user-5', 'name', { op: 'set', time: 1n, messageId: 'm', value: '"Zoë"' });
    const searchIds = async (search: string) =>
      (await server.persons.search({ search }, as)).persons.map(({ distinctId }) => distinctId);
    assert.deepEqual(await searchIds('ann@example'), ['user-2']);
    assert.deepEqual(await searchIds('ZOË'), ['user-5']);
    assert.deepEqual(await searchIds('USER-3'), ['user-2']);
    assert.deepEqual(await searchIds(testPersonId(project, 'user-6')), ['user-6']);
    assert.deepEqual(await searchIds("' OR 1=1 --"), []);
    const first = await server.persons.search({ limit: 3 }, as);
    assert.deepEqual(
      first.persons.map(({ distinctId }) => distinctId),
      ['user-0', 'user-1', 'user-2'],
    );
    await server.writer.seen(project, 'later', NOW);
    await server.writer.seen(project, 'user-5', NOW);
    const second = await server.persons.search({ limit: 3, cursor: first.pagination?.nextCursor ?? '' }, as);
    assert.deepEqual(
      second.persons.map(({ distinctId }) => distinctId),
      ['user-4', 'user-5', 'user-6'],
    );
    const seen = [...first.persons, ...second.persons].map(({ distinctId }) => distinctId);
    assert.equal(new Set(seen).size, seen.length);
    await assert.rejects(
      server.persons.search({ search: 'x', cursor: first.pagination?.nextCursor ?? '' }, as),
      code('invalid_request'),
    );
    await assert.rejects(server.persons.search({ cursor: 'tampered' }, as), code('invalid_request'));
  });

  it('returns the same IDs in a search as for a single person, including IDs without any event', async () => {
    const project = ++projects;
    const as = callerIn(project);
    await server.writer.seen(project, 'ann', NOW, true);
    await server.writer.seen(project, 'phone', NOW - HOUR);
    await server.writer.seen(project, 'bob', NOW - 2n * HOUR);
    await server.resolver.take(project, [identify('phone', 'ann', 5n), identify('browser', 'ann', 6n)]);
    const one = await server.persons.get({ personId: 'browser' }, as);
    assert.deepEqual(one.distinctIds, ['ann', 'browser', 'phone']);
    const { persons } = await server.persons.search({}, as);
    assert.deepEqual(
      persons.map(({ distinctIds }) => distinctIds),
      [one.distinctIds, ['bob']],
    );
    assert.deepEqual((await server.persons.search({ search: 'BROWS' }, as)).persons, [one]);
  });

  it('shows the link of each ID, and splits a person when a link is undone', async () => {
    const project = ++projects;
    const as = callerIn(project);
    for (const distinctId of ['ann', 'phone', 'tablet', 'bob'])
      await server.writer.event({ project, distinctId, time: NOW - HOUR });
    await server.resolver.take(project, [
      identify('phone', 'ann', 10n),
      identify('phone', 'bob', 30n),
      { ...identify('tablet', 'ann', 20n), event: 'signed up' },
    ]);
    const { aliases, refused } = await server.persons.aliases({ personId: 'tablet' }, as);
    assert.deepEqual(
      aliases.map(({ distinctId, isCanonical, linkedTo, event, messageId }) => [
        distinctId,
        isCanonical,
        linkedTo,
        event,
        messageId,
      ]),
      [
        ['ann', true, undefined, undefined, undefined],
        ['phone', false, 'ann', 'identify', 'i10'],
        ['tablet', false, 'ann', 'signed up', 'i20'],
      ],
    );
    assert.deepEqual(
      refused.map(({ anonDistinctId, distinctId, reason }) => [anonDistinctId, distinctId, reason]),
      [['phone', 'bob', 'already_identified']],
    );
    await server.persons.unlink({ personId: 'ann', distinctId: 'phone' }, as);
    assert.deepEqual((await server.persons.get({ personId: 'ann' }, as)).distinctIds, ['ann', 'tablet']);
    // The link that was refused because of the undone one now takes effect; the undone link stays undone when it is
    // requested again.
    assert.deepEqual((await server.persons.get({ personId: 'phone' }, as)).distinctIds, ['bob', 'phone']);
    await server.resolver.take(project, [identify('phone', 'ann', 1n, 'again')]);
    assert.deepEqual((await server.persons.get({ personId: 'phone' }, as)).distinctIds, ['bob', 'phone']);
    await assert.rejects(server.persons.unlink({ personId: 'ann', distinctId: 'ann' }, as), code('state_conflict'));
    await assert.rejects(server.persons.unlink({ personId: 'ann', distinctId: 'bob' }, as), code('not_found'));
    await assert.rejects(
      server.persons.unlink({ personId: 'ann', distinctId: 'tablet' }, callerIn(999)),
      code('not_found'),
    );
  });

  it('computes figures over all signals and IDs, counting each message ID once', async () => {
    const project = ++projects;
    const as = callerIn(project);
    const event = (distinctId: string, messageId: string, time: bigint, sessionId = '') =>
      server.writer.event({ project, distinctId, messageId, time, sessionId, event: 'opened' });
    await event('ann', 'a', NOW - HOUR, 's1');
    await event('ann', 'a', NOW - HOUR, 's1');
    await event('phone', 'b', NOW - 3n * DAY, 's2');
    await event('bob', 'c', NOW - HOUR, 's3');
    await server.telemetry.logs([
      {
        project,
        timestamp: NOW - HOUR,
        idTail: '0000000000000001',
        body: 'x',
        severityNumber: 17,
        distinctId: 'phone',
      },
    ]);
    const error = { project, timestamp: NOW - HOUR, sessionId: 's4' };
    await writeErrors(server.telemetry, [
      { ...error, distinctId: 'phone', cause: 'a' },
      { ...error, distinctId: 'ann', cause: 'a' },
      { ...error, distinctId: 'ann', cause: 'a2' },
      { ...error, distinctId: 'ann', cause: 'b', timestamp: NOW - 3n * DAY },
      { ...error, distinctId: 'ann', cause: 'unknown' },
      { ...error, distinctId: 'bob', cause: 'c' },
    ]);
    await writeIssueVariants(server.telemetry, project, ['a', 'a2'], { id: randomUUID() });
    await writeIssueVariants(server.telemetry, project, ['b'], { id: randomUUID(), isOpen: false });
    await writeIssueVariants(server.telemetry, project, ['c'], { id: randomUUID() });
    await server.resolver.take(project, [identify('phone', 'ann', 10n)]);
    const stats = await server.persons.stats({ personId: 'phone' }, as);
    const events = stats.signals.find(({ signal }) => signal === 'events');
    assert.deepEqual([events?.last1d, events?.last7d, events?.last30d, events?.total], [1n, 2n, 2n, 2n]);
    assert.equal(stats.signals.find(({ signal }) => signal === 'logs')?.total, 1n);
    const errors = stats.signals.find(({ signal }) => signal === 'errors');
    assert.deepEqual([errors?.last1d, errors?.last7d], [4n, 5n]);
    assert.deepEqual([stats.sessions, stats.errors], [3n, 1n]);
    assert.deepEqual([stats.issues, stats.openIssues], [2n, 1n]);
    assert.deepEqual(
      stats.topEvents.map(({ event: name, count }) => [name, count]),
      [['opened', 2n]],
    );
  });

  it('lists persons page by page as one consistent list, whatever their links and times', async () => {
    const project = ++projects;
    const as = callerIn(project);
    // More than one window of the list holds; the first third of it is not where its persons are.
    const count = 4_500;
    // Inserts many persons at the same time, a third of which are another ID of an earlier person.
    await server.store.command(
      `INSERT INTO person_seen (project_number, distinct_id, first_seen, last_seen, is_identified, person_id)
       SELECT {project:UInt32}, concat('p', toString(number)), fromUnixTimestamp64Nano({now:Int64} - toInt64(intDiv(number, 40)) * 1000),
         now64(9), 0, '' FROM numbers({count:UInt64})`,
      { project, now: NOW, count },
    );
    const links = Array.from({ length: count / 3 }, (_, nth) => [`p${nth}`, `p${count - 1 - nth}`] as const);
    await server.writer.merge(project, Object.fromEntries(links));
    const seen: string[] = [];
    for (let cursor = '', hasMore = true; hasMore && seen.length < 700;) {
      const page = await server.persons.search({ limit: 100, cursor }, as);
      seen.push(...page.persons.map(({ distinctId }) => distinctId));
      cursor = page.pagination?.nextCursor ?? '';
      hasMore = page.pagination?.hasMore === true;
    }
    const linked = new Map(links);
    const first = new Map<string, number>();
    for (let nth = 0; nth < count; nth++) {
      const canonical = linked.get(`p${nth}`) ?? `p${nth}`;
      first.set(canonical, Math.max(first.get(canonical) ?? 0, Math.floor(nth / 40)));
    }
    const expected = [...first.keys()].toSorted(
      (a, b) => (first.get(a) ?? 0) - (first.get(b) ?? 0) || (a < b ? 1 : -1),
    );
    assert.deepEqual(seen, expected.slice(0, seen.length));
    assert.equal(seen.length, 700);
    // Too many for their IDs to be looked up.
    const { persons: found } = await server.persons.search({ search: 'p', limit: 100, cursor: '' }, as);
    assert.deepEqual(
      found.map(({ distinctId }) => distinctId),
      expected.slice(0, 100),
    );
  });

  it('returns persons of any size in pages below the message limit', async () => {
    const project = ++projects;
    const as = callerIn(project);
    for (let nth = 0; nth < 12; nth++) {
      const distinctId = `large-${nth}`;
      await server.writer.seen(project, distinctId, NOW - BigInt(nth));
      await server.writer.write(project, distinctId, 'text', { op: 'set', time: 1n, messageId: 'm', value: '""' });
    }
    await server.store.command(
      `INSERT INTO person_registers SELECT project_number, distinct_id, key,
         tuple(2, 'm', latest.tie, latest.op, concat('"', repeat('xxxx', 750000), '"')), earliest, is_server
       FROM person_registers WHERE project_number = {project:UInt32}`,
      { project },
    );
    const first = await server.persons.search({ limit: 12 }, as);
    assert.ok(first.persons.length > 0 && first.persons.length < 12, String(first.persons.length));
    assert.equal(first.pagination?.hasMore, true);
    const rest = await server.persons.search({ limit: 12, cursor: first.pagination.nextCursor }, as);
    const ids = [...first.persons, ...rest.persons].map(({ distinctId }) => distinctId);
    assert.deepEqual(
      ids,
      Array.from({ length: 12 }, (_, nth) => `large-${nth}`),
    );
    assert.equal(rest.pagination?.hasMore, false);
  });

  it('finds persons by their current name, not by a former one', async () => {
    const project = ++projects;
    const as = callerIn(project);
    for (const [nth, value] of ['"Old \\"Name\\""', '"New"'].entries()) {
      await server.writer.seen(project, 'ann', NOW);
      await server.writer.write(project, 'ann', 'name', { op: 'set', time: BigInt(nth), messageId: 'm', value });
    }
    const searchIds = async (search: string) =>
      (await server.persons.search({ search }, as)).persons.map(({ distinctId }) => distinctId);
    assert.deepEqual(await searchIds('new'), ['ann']);
    assert.deepEqual(await searchIds('old "name"'), []);
    await server.writer.write(project, 'ann', 'name', {
      op: 'set',
      time: 9n,
      messageId: 'm',
      value: '"Old \\"Name\\""',
    });
    assert.deepEqual(await searchIds('old "name"'), ['ann']);
  });

  it('erases a person with all data captured under its IDs, which can be captured again', async () => {
    const project = ++projects;
    const as = callerIn(project);
    for (const distinctId of ['ann', 'phone', 'bob']) {
      await server.writer.event({ project, distinctId, time: NOW - HOUR });
      await server.writer.write(project, distinctId, 'plan', { op: 'set', time: 1n, messageId: 'm', value: '1' });
    }
    await server.telemetry.logs([
      {
        project,
        timestamp: NOW - HOUR,
        idTail: '0000000000000001',
        body: 'x',
        severityNumber: 17,
        distinctId: 'phone',
      },
    ]);
    await server.telemetry.spans([
      {
        project,
        timestamp: NOW - HOUR,
        traceId: 'ab'.repeat(16),
        spanId: '00000000000000aa',
        service: 'web',
        kind: 2,
        name: 'GET /',
        distinctId: 'ann',
      },
    ]);
    await server.resolver.take(project, [identify('phone', 'ann', 10n), identify('phone', 'bob', 20n)]);
    await server.persons.delete({ personId: 'phone' }, as);
    for (const personId of ['ann', 'phone', testPersonId(project, 'ann')]) {
      await assert.rejects(server.persons.get({ personId }, as), code('not_found'));
      await assert.rejects(server.persons.delete({ personId }, as), code('not_found'));
    }
    for (const table of [
      'events',
      'person_registers',
      'identity_links',
      'person_overrides',
      'person_seen',
      'logs',
      'spans',
      'trace_summaries',
    ]) {
      const limits = { timeoutMs: 5_000, maxRowsToRead: 1e6, maxResultRows: 10, maxMemoryBytes: 1e8 };
      const [left] = await server.store.query<{ rows: string }>({
        sql: `SELECT count() AS rows FROM ${table} WHERE project_number = {project:UInt32} AND distinct_id IN ('ann', 'phone')`,
        parameters: { project },
        limits,
      });
      assert.equal(left?.rows, '0', table);
    }
    assert.equal(await server.database.identityFact.count({ where: { projectNumber: project } }), 0);
    assert.equal(JSON.stringify((await server.persons.get({ personId: 'bob' }, as)).properties), '{"plan":1}');
    await server.writer.event({ project, distinctId: 'phone', time: NOW });
    const captured = await server.persons.get({ personId: 'phone' }, as);
    assert.deepEqual([captured.distinctIds, captured.properties], [['phone'], {}]);
  });
});

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { Budget } from '@svc/reading/statement';
import {
  DAY,
  HOUR,
  MINUTE,
  NOW,
  testReader,
  writeAgentRuns,
  writeErrors,
  writeIssueVariants,
  writeRecordings,
} from '@svc/reading/testing';
import { personTimeline } from '../persons/person-timeline.js';
import { callerIn, startPersons, type PersonsServer } from '../persons/persons-server.fixture.js';
import { personScope, testProjectId } from '../persons/persons.fixture.js';
import { AffectingIncidents } from './affecting-incidents.js';

const toDate = (time: bigint): Date => new Date(Number(time / 1_000_000n));

describe('timelines with incidents and flags', () => {
  let server: PersonsServer;
  let projects = 900;
  let project = 0;
  const issueId = (nth: number): string => `018f0000-0000-7000-8000-00000000${project}${nth}`;
  beforeAll(async () => (server = await startPersons()));
  afterAll(() => server.stop());
  beforeEach(() => (project = ++projects));

  const timeline = (request: object = {}, scopes?: readonly string[], within = project) =>
    server.persons.timeline({ personId: 'ann', ...request }, callerIn(within, scopes));
  const account = (request: object = {}) =>
    server.groups.timeline({ groupType: 'company', groupKey: 'acme', ...request }, callerIn(project));
  const error = (cause: string, timestamp: bigint, more: object = {}) =>
    writeErrors(server.telemetry, [{ project, cause, timestamp, distinctId: 'ann', ...more }]);

  /** An issue whose errors have the cause of its number. */
  async function makeIssue(nth: number, mergedInto?: string): Promise<void> {
    const at = toDate(NOW);
    const texts = { title: 'It fails', type: 'Error', culprit: '', platform: 'node', level: 'error', reason: '' };
    const times = { firstSeen: at, lastSeen: at, changedAt: at, createdAt: at, updatedAt: at };
    const owner = { projectId: testProjectId(project), projectNumber: project };
    const merged = mergedInto === undefined ? {} : { mergedInto };
    const id = issueId(nth);
    await server.database.issue.create({ data: { id, state: 'new', ...owner, ...texts, ...times, ...merged } });
    await writeIssueVariants(server.telemetry, project, [`cause ${nth}`], { id: mergedInto ?? id });
  }

  async function open(number: number, at: bigint, issues: readonly number[], more: object = {}): Promise<string> {
    const owner = { projectId: testProjectId(project), createdBy: 'u1', createdAt: toDate(at) };
    const links = issues.map((nth) => ({ ...owner, type: 'error_group', ref: issueId(nth) }));
    const { id } = await server.database.incident.create({
      data: {
        ...owner,
        number,
        title: 'Down',
        severity: 1,
        state: 'open',
        updatedAt: toDate(at),
        links: { create: links },
        ...more,
      },
    });
    return id;
  }

  it('show an incident that affected the person or the group: a linked issue had an error of theirs in its time', async () => {
    await server.writer.event({
      project,
      distinctId: 'ann',
      time: NOW - DAY,
      groups: { company: 'acme' },
      sessionId: 's',
    });
    for (const nth of [1, 2, 4]) await makeIssue(nth);
    await makeIssue(3, issueId(1));
    const start = NOW - 5n * HOUR;
    await error('cause 1', start + MINUTE, { groups: { company: 'acme' } });
    await error('cause 2', start - 2n * HOUR);
    await writeErrors(server.telemetry, [{ project, cause: 'cause 4', timestamp: start, distinctId: 'bob' }]);
    const affecting = await open(1, start, [1, 2]);
    await open(2, start - MINUTE, [2], { resolvedAt: toDate(NOW), title: 'the error is long before it' });
    await open(3, start, [4], { title: 'the error is of another person' });
    await open(4, start - HOUR, [1], { resolvedAt: toDate(start), title: 'it was resolved before the error' });
    await open(5, start, [1], { deletedAt: toDate(NOW), title: 'it was deleted' });
    await open(6, start, [], { title: 'it has no issue' });
    const later = await open(7, start + 30n * MINUTE, [3]);
    const { entries } = await timeline({ kinds: ['incident'] });
    assert.deepEqual(
      entries.map(({ kind, title, severity, ref }) => [kind, title, severity, ref?.type, ref?.id]),
      [
        ['incident', 'INC-7: Down', 'fatal', 'incident', later],
        ['incident', 'INC-1: Down', 'fatal', 'incident', affecting],
      ],
      'also if the issue that is linked was merged, and up to an hour after the error',
    );
    assert.deepEqual(entries[1]?.payload, {
      number: 'INC-1',
      status: 'open',
      severity: 1,
      resolved_at: null,
      issue_ids: [issueId(1), issueId(2)],
    });
    assert.deepEqual(
      (await account({ kinds: ['incident'] })).entries.map(({ title }) => title),
      ['INC-7: Down', 'INC-1: Down'],
    );
    await server.writer.event({ project: 1, distinctId: 'ann', time: NOW - DAY });
    assert.deepEqual((await timeline({ kinds: ['incident'] }, undefined, 1)).entries, []);
  });

  it('stop looking for incidents of unknown issues when the time of the request is over', async () => {
    const owner = { projectId: testProjectId(project), createdBy: 'u1', state: 'open', severity: 1, title: 'Down' };
    const many = Array.from({ length: 250 }, (_, nth) => ({
      ...owner,
      id: randomUUID(),
      number: nth + 1,
      createdAt: toDate(NOW - BigInt(nth) * MINUTE),
      updatedAt: toDate(NOW),
    }));
    await server.database.incident.createMany({ data: many });
    await server.database.incidentLink.createMany({
      data: many.map(({ id: incidentId, projectId, createdAt, createdBy }) => {
        return { incidentId, projectId, createdAt, createdBy, type: 'error_group', ref: randomUUID() };
      }),
    });
    const range = { from: NOW - DAY, to: NOW + MINUTE };
    const scope = personScope(project);
    const part = { scope, range, slice: range, after: undefined, limit: 51, subject: personTimeline(['ann']) };
    const incidents = new AffectingIncidents(server.relational, Date.now);
    const read = (budget: Budget) => incidents.read(part, testReader(server.store, scope, budget));
    const stopped = AbortSignal.abort();
    let now = 0;
    const short = new Budget(new AbortController().signal, 100, () => (now += 60));
    await assert.rejects(read(short), { code: 'query_too_expensive' });
    await assert.rejects(read(new Budget(stopped, 60_000)), { code: 'query_too_expensive' });
    assert.deepEqual(await read(new Budget(new AbortController().signal, 60_000)), []);
  });

  it('show which value of a flag was seen, once: as a flag, or as an event where flags are not shown', async () => {
    const send = (messageId: string, event: string, properties: object, ago: bigint) =>
      server.writer.event({
        project,
        distinctId: 'ann',
        time: NOW - ago,
        messageId,
        event,
        properties: JSON.stringify(properties),
        groups: { company: 'acme' },
      });
    await send('m1', '$flag_evaluated', { $flag: 'cart', $flag_value: 'red', $flag_enabled: true }, 3n * MINUTE);
    await send('m2', '$feature_flag_called', { $feature_flag: 'banner', $feature_flag_response: false }, 2n * MINUTE);
    await send('m3', 'paid', {}, MINUTE);
    const shown = [
      ['event', 'paid', 'event', 'm3'],
      ['flag', 'banner: false', 'flag', 'banner'],
      ['flag', 'cart: red', 'flag', 'cart'],
    ];
    const brief = ({ entries }: Awaited<ReturnType<typeof timeline>>) =>
      entries.map(({ kind, title, ref }) => [kind, title, ref?.type, ref?.id]);
    assert.deepEqual(brief(await timeline()), shown);
    assert.deepEqual(brief(await account()), shown);
    assert.deepEqual(brief(await timeline({ kinds: ['flag'] })), shown.slice(1));
    assert.deepEqual(
      brief(await timeline({}, [])).map(([kind, title]) => [kind, title]),
      [
        ['event', 'paid'],
        ['event', '$feature_flag_called'],
        ['event', '$flag_evaluated'],
      ],
    );
    const { entries } = await timeline({ kinds: ['flag'] });
    assert.deepEqual(entries[1]?.payload, { $flag: 'cart', $flag_value: 'red', $flag_enabled: true });
  });

  it('show kinds with a scope of their own only to those who have it, and name the missing scopes', async () => {
    await writeAll(NOW - HOUR);
    const all = ['agent_runs:read', 'flags:read', 'incidents:read', 'replay:read'];
    const kindOf = new Map([
      ['agent_runs:read', 'agent_run'],
      ['flags:read', 'flag'],
      ['incidents:read', 'incident'],
      ['replay:read', 'replay'],
    ]);
    for (const scope of all) {
      const found = await timeline({ kinds: [...kindOf.values()] }, [scope]);
      assert.deepEqual(new Set(found.entries.map(({ kind }) => kind)), new Set([kindOf.get(scope)]));
      assert.deepEqual(
        found.omitted,
        all.filter((each) => each !== scope),
      );
    }
    assert.deepEqual([(await timeline({}, all)).omitted, (await timeline({ kinds: ['event'] }, [])).omitted], [[], []]);
    const none = await timeline({ kinds: ['incident'] }, []);
    assert.deepEqual([none.entries, none.omitted], [[], ['incidents:read']]);
  });

  it('return every entry of every kind once over pages of any size, also those of one moment', async () => {
    await writeAll(NOW - HOUR);
    await writeAll(NOW - 3n * DAY, 2);
    const ids = async (limit: number): Promise<string[]> => {
      const seen: string[] = [];
      let cursor = '';
      do {
        const { entries, pagination } = await timeline({ limit, cursor });
        seen.push(...entries.map(({ id }) => id));
        cursor = pagination?.nextCursor ?? '';
      } while (cursor !== '');
      return seen;
    };
    const all = (await timeline({ limit: 200 })).entries;
    assert.deepEqual(
      all.map(({ kind }) => kind),
      [...LATEST, ...LATEST],
    );
    for (const limit of [2, 7])
      assert.deepEqual(
        await ids(limit),
        all.map(({ id }) => id),
        `pages of ${limit}`,
      );
  });

  /** The kinds of the entries that `writeAll` writes, in their order: all have one time. */
  const LATEST = ['flag', 'flag', 'incident', 'incident', 'replay', 'agent_run', 'error', 'log', 'event'];

  async function writeAll(time: bigint, nth = 1): Promise<void> {
    const own = { project, distinctId: 'ann' };
    await makeIssue(nth);
    await error(`cause ${nth}`, time);
    for (const more of [0, 1]) {
      await open(10 * nth + more, time, [nth], { resolvedAt: toDate(time + HOUR) });
      const properties = JSON.stringify({ $flag: 'cart', $flag_value: true });
      await server.writer.event({ ...own, time, event: '$flag_evaluated', properties, messageId: `f${nth}${more}` });
    }
    await server.writer.event({ ...own, time, messageId: `e${nth}` });
    await server.telemetry.logs([{ ...own, timestamp: time, idTail: `000000000000000${nth}`, severityNumber: 13 }]);
    await writeAgentRuns(server.telemetry, [{ ...own, runId: `run ${nth}`, timestamp: time }]);
    await writeRecordings(server.telemetry, [{ ...own, sessionId: `session ${nth}`, timestamp: time }]);
  }
});

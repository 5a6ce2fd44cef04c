import assert from 'node:assert/strict';
import {
  DAY,
  HOUR,
  INJECTION_ATTEMPTS,
  logId,
  MINUTE,
  NOW,
  writeAgentRuns,
  writeRecordings,
} from '@svc/reading/testing';
import { testPersonId } from '../../customers/persons/persons.fixture.js';
import { openLookups, type Lookups } from './ids.fixture.js';
import { KIND_SCOPES } from './kinds.js';

const ALL = [...new Set(Object.values(KIND_SCOPES))];
const TRACE = '0af7651916cd43dd8448eb211c80319c';
const SPAN = 'b7ad6b7169203331';
const LOG = { timestamp: NOW - MINUTE, idTail: '00000000000000aa' };
const uuid = (digit: number): string => `0198c0de-000${digit}-7000-8000-00000000000${digit}`;
const OTHER_ANOMALY = `${uuid(0).slice(0, -1)}b`;

describe('what an ID is', () => {
  let lookups: Lookups;
  let projects = 7_100;
  let project = 0;
  beforeAll(async () => (lookups = await openLookups()));
  afterAll(() => lookups.stop());
  beforeEach(() => (project = ++projects));

  const find = async (text: string, scopes: readonly string[] = ALL, within = project) => {
    const { outcomes } = await lookups.resolve(within, text, scopes);
    assert.ok(outcomes.every(({ error }) => error === undefined));
    return outcomes.flatMap(({ found }) =>
      found.map(({ type, id, title, matchedBy, path }) => [type, id, title, matchedBy, path]),
    );
  };
  const span = (timestamp: bigint, traceId = TRACE) =>
    lookups.telemetry.spans([{ project, timestamp, traceId, spanId: SPAN, name: 'GET /cart', service: 'shop' }]);

  it('is found for a trace, a span with its trace and alone, and a log record', async () => {
    await span(NOW - 3n * DAY);
    await lookups.telemetry.logs([{ project, ...LOG, body: 'refused\nat pay' }]);
    const trace = ['trace', TRACE, 'shop: GET /cart', 'id', `/api/v1/traces/${TRACE}`];
    const spanMatch = ['span', SPAN, 'GET /cart', 'id', `/api/v1/traces/${TRACE}/spans/${SPAN}`];
    const id = logId(LOG);
    assert.deepEqual(await find(TRACE.toUpperCase()), [trace]);
    assert.deepEqual(await find(`00-${TRACE}-${SPAN}-01`), [trace, spanMatch]);
    assert.deepEqual(await find(`/api/v1/traces/${TRACE}/spans/${SPAN}`), [spanMatch]);
    assert.deepEqual(await find(id), [['log', id, 'refused', 'id', `/api/v1/logs/${id}/context`]]);
    // Alone, a span is searched for in the last day only, and the outcome says that there may be more.
    const { outcomes } = await lookups.resolve(project, SPAN, ['traces:read']);
    assert.deepEqual(
      outcomes.map(({ kind, found, isTruncated }) => [kind, found.length, isTruncated]),
      [['span', 0, true]],
    );
    const recent = 'ee'.repeat(16);
    await span(NOW - HOUR, recent);
    assert.deepEqual(
      (await find(SPAN)).map(([, , , , path]) => path),
      [`/api/v1/traces/${recent}/spans/${SPAN}`],
    );
  });

  it('is found for a run of an agent and a recorded session by the IDs that their senders chose', async () => {
    await writeAgentRuns(lookups.telemetry, [{ project, runId: 'run/1', timestamp: NOW - HOUR }]);
    await writeRecordings(lookups.telemetry, [{ project, sessionId: 'run/1', timestamp: NOW - 20n * DAY }]);
    assert.deepEqual(await find('run/1'), [
      ['agent_run', 'run/1', 'support', 'id', '/api/v1/agent-runs/run%2F1'],
      ['session', 'run/1', 'https://shop.example/cart', 'id', '/api/v1/replay/run%2F1'],
    ]);
  });

  it('is found for issues, incidents, alerts and anomalies, by the beginning of an ID and the number of an incident', async () => {
    await lookups.issue(project, uuid(1));
    await lookups.issue(project, uuid(2));
    await lookups.issue(project, uuid(3), uuid(1));
    await lookups.incident(project, 12, uuid(4));
    await lookups.incident(project, 13, uuid(5), new Date());
    await lookups.alert(project, uuid(6));
    await lookups.anomaly(project, uuid(0));
    const issue = (digit: number, by: string) =>
      ['issue', uuid(digit), `Issue ${digit}`, by, `/api/v1/issues/${uuid(digit)}`] as const;
    const incident = (by: string) =>
      ['incident', uuid(4), 'INC-12: Checkout fails', by, `/api/v1/incidents/${uuid(4)}`] as const;
    assert.deepEqual(await find(uuid(1).toUpperCase()), [issue(1, 'id')]);
    assert.deepEqual(await find(uuid(3)), [issue(1, 'id')], 'a merged issue is the one that it was merged into');
    assert.deepEqual(await find(uuid(2).slice(0, 13)), [issue(2, 'prefix')]);
    assert.deepEqual(await find('inc-12'), [incident('number')]);
    assert.deepEqual(await find(uuid(4)), [incident('id')]);
    assert.deepEqual(await find('INC-13'), [], 'a deleted incident is none');
    assert.deepEqual(await find(uuid(6)), [['alert', uuid(6), 'Slow', 'id', `/api/v1/alerts/${uuid(6)}`]]);
    const anomaly = ['anomaly', uuid(0), 'error ratio of checkout', 'id', `/api/v1/anomalies/${uuid(0)}`];
    assert.deepEqual(await find(uuid(0)), [anomaly]);
    const { outcomes } = await lookups.resolve(project, uuid(1).slice(0, 8), ['issues:read']);
    assert.deepEqual(
      outcomes.map(({ found, isTruncated }) => [found.length > 0, isTruncated]),
      [[true, true]],
      'a beginning that several issues have says that there may be more',
    );
  });

  it('is found for persons by their ID, distinct IDs and e-mail address, for accounts and for flags', async () => {
    const { customers } = lookups;
    const set = (value: string) => ({ op: 'set' as const, time: NOW, messageId: 'm', value });
    await customers.event({ project, distinctId: 'ann', time: NOW - HOUR, groups: { company: 'acme', team: 'acme' } });
    await customers.event({ project, distinctId: 'bob', time: NOW - HOUR });
    await customers.write(project, 'ann', 'email', set('"Ann@Example.com"'));
    await customers.write(project, 'ann', 'name', set('"Ann A."'));
    await customers.write(project, 'bob', '$email', set('"sub.ann@example.com"'));
    await customers.groupWrite(project, 'company', 'acme', 'name', set('"Acme Inc."'));
    await lookups.flag(project, 'ann', 'For Ann');
    const ann = testPersonId(project, 'ann');
    const person = (by: string) => ['person', ann, 'Ann A.', by, `/api/v1/persons/${ann}`];
    assert.deepEqual(await find('ann'), [
      person('distinct_id'),
      ['flag', 'ann', 'For Ann', 'key', '/api/v1/flags/ann'],
    ]);
    assert.deepEqual(await find(ann), [person('id')]);
    assert.deepEqual(await find('ann@example.com'), [person('email')], 'an address that contains it is another one');
    assert.deepEqual(await find('nn@example.com'), []);
    assert.deepEqual(await find('acme'), [
      ['account', 'acme', 'Acme Inc.', 'key', '/api/v1/groups/company/acme'],
      ['account', 'acme', 'acme', 'key', '/api/v1/groups/team/acme'],
    ]);
    assert.deepEqual(
      (await find('/api/v1/groups/team/acme')).map(([, , , , path]) => path),
      ['/api/v1/groups/team/acme'],
    );
  });

  it('is found by an e-mail address however many later ones contain it, and says where more persons have it', async () => {
    const { customers } = lookups;
    const give = async (distinctId: string, email: string, time: bigint, property = 'email') => {
      await customers.seen(project, distinctId, time);
      const write = { op: 'set' as const, time, messageId: `m-${time}`, value: JSON.stringify(email) };
      await customers.write(project, distinctId, property, write);
    };
    const findPersons = async (text: string) => {
      const { outcomes } = await lookups.resolve(project, text, ['persons:read']);
      return outcomes.map(({ found, isTruncated }) => [found.map(({ id }) => id), isTruncated]);
    };
    const idOf = (distinctId: string) => testPersonId(project, distinctId);
    await give('real', 'Jo@example.com', NOW - DAY, '$email');
    await give('linked', 'JO@example.com', NOW - 2n * DAY);
    await lookups.link(project, 'linked', 'whole');
    await customers.seen(project, 'whole', NOW - 3n * DAY);
    await give('moved', 'jo@example.com', NOW - DAY);
    await give('moved', 'jo@other.example', NOW - HOUR);
    for (let nth = 0; nth < 12; nth += 1) await give(`sub${nth}`, `${nth}.jo@example.com`, NOW - MINUTE);
    assert.deepEqual(await findPersons('jo@example.com'), [[[idOf('real'), idOf('whole')], false]]);
    for (let nth = 0; nth < 11; nth += 1) await give(`same${nth}`, 'jo@example.com', NOW - HOUR);
    const [[ids, isTruncated] = []] = await findPersons('jo@example.com');
    assert.deepEqual([ids instanceof Array && ids.length, isTruncated], [10, true]);
    const email = { op: 'set' as const, time: NOW, messageId: 'm', value: '"all@example.com"' };
    for (let nth = 0; nth < 101; nth += 1) await customers.write(project, `unseen${nth}`, 'email', email);
    assert.deepEqual(await findPersons('all@example.com'), [[[], true]], 'not all IDs with the address are looked up');
  });

  it('is nothing in another project, whatever it is in its own', async () => {
    const other = ++projects;
    await span(NOW - HOUR);
    await lookups.telemetry.logs([{ project, ...LOG }]);
    await lookups.issue(project, uuid(7));
    await lookups.incident(project, 12, uuid(8));
    await lookups.alert(project, uuid(9));
    await lookups.anomaly(project, OTHER_ANOMALY);
    await lookups.flag(project, 'secret', '');
    await lookups.customers.event({ project, distinctId: 'eve', time: NOW - HOUR, groups: { company: 'evil' } });
    await writeAgentRuns(lookups.telemetry, [{ project, runId: 'r1', timestamp: NOW - HOUR }]);
    await writeRecordings(lookups.telemetry, [{ project, sessionId: 's1', timestamp: NOW - HOUR }]);
    const texts = [
      TRACE,
      SPAN,
      logId(LOG),
      uuid(7),
      uuid(8),
      'INC-12',
      uuid(9),
      OTHER_ANOMALY,
      'secret',
      'eve',
      'evil',
      'r1',
      's1',
    ];
    for (const text of [...texts, testPersonId(project, 'eve'), `/api/v1/traces/${TRACE}/spans/${SPAN}`]) {
      assert.equal((await find(text)).length, 1, text);
      assert.deepEqual(await find(text, ALL, other), [], text);
    }
  });

  it('leaves out kinds that the reader may not read, and names the missing scopes whether or not they exist', async () => {
    await lookups.issue(project, `${uuid(1).slice(0, -1)}a`);
    await lookups.flag(project, `${uuid(1).slice(0, -1)}a`, '');
    for (const within of [project, ++projects]) {
      const { outcomes, omitted } = await lookups.resolve(within, `${uuid(1).slice(0, -1)}a`, ['flags:read']);
      assert.deepEqual(
        outcomes.map(({ kind, found }) => [kind, found.length]),
        [['flag', within === project ? 1 : 0]],
      );
      assert.deepEqual(omitted, [
        ...['agent_runs:read', 'alerts:read', 'anomalies:read', 'groups:read', 'incidents:read', 'issues:read'],
        ...['persons:read', 'replay:read'],
      ]);
    }
    assert.deepEqual(await lookups.resolve(project, TRACE, ALL).then(({ omitted }) => omitted), []);
  });

  it('is nothing for hostile texts', async () => {
    for (const text of INJECTION_ATTEMPTS) {
      assert.deepEqual(await find(text), []);
      assert.deepEqual(await find(`/api/v1/persons/${encodeURIComponent(text)}`), []);
    }
  });
});

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { create } from '@bufbuild/protobuf';
import { timestampFromMs } from '@bufbuild/protobuf/wkt';
import { CallContextSchema, ProjectContextSchema, type ChangesListRequest } from '@svc/contract';
import { testCursors } from '@svc/reading/testing';
import { startTemporaryDatabase, type TemporaryDatabase } from '@svc/relational/testing';
import type { Call } from '@svc/rpc';
import { ReleasesRepository } from '../../errors/index.js';
import { KIND_SCOPES } from './change.js';
import { ChangesService } from './changes.service.js';

const MINUTE = 60_000;
const DAY = 1_440 * MINUTE;
const ALL = Object.values(KIND_SCOPES).flat();

/** An ID of an audit entry that was created at a time. */
function idAt(time: Date): string {
  const hex = time.getTime().toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}${randomUUID().slice(13)}`;
}

/** More of an entry of the audit log and its outcome. */
interface Act {
  readonly at?: Date;
  readonly status?: number;
  readonly madeId?: string;
  readonly projectId?: null;
  readonly details?: Readonly<Record<string, string>>;
}

describe('changes of a project', () => {
  let database: TemporaryDatabase;
  let service: ChangesService;
  let organizationId: string;
  let project: string;
  const now = Date.UTC(2026, 0, 20, 12);
  /** Acts of the log come one second after another, the last ones before now. */
  let acts = 0;
  beforeAll(async () => {
    database = await startTemporaryDatabase();
    const { relational } = database;
    service = new ChangesService(testCursors(), new ReleasesRepository(relational), relational, () => now);
  });
  beforeEach(() => void ([organizationId, project, acts] = [randomUUID(), randomUUID(), 0]));
  afterAll(() => database.stop());

  const call = (scopes: readonly string[], more: { project?: string; principalType?: string } = {}): Call => {
    const { principalType = 'user', ...own } = more;
    const context = create(CallContextSchema, { organizationId, principalType, scopes: [...scopes] });
    const id = own.project ?? project;
    return {
      context,
      project: create(ProjectContextSchema, { id, number: 7, retentionDays: 30 }),
      signal: new AbortController().signal,
      deadlineMs: Infinity,
    };
  };
  const list = (request: Partial<ChangesListRequest> = {}, scopes: readonly string[] = ALL, more = {}) =>
    service.list({ kinds: [], cursor: '', ...request } as ChangesListRequest, call(scopes, more));
  const titles = async (...given: Parameters<typeof list>) => (await list(...given)).changes.map(({ title }) => title);

  async function act(operation: string, target: object, more: Act = {}): Promise<void> {
    const { status = 200, madeId = null, at = new Date(now - MINUTE + 1_000 * acts++), ...own } = more;
    const { client } = database.relational;
    const who = { principalType: 'user', principalId: 'u1', principalName: 'Ann', requestId: 'r', sourceAddress: '' };
    const entry = { id: idAt(at), organizationId, projectId: project, at, operation, target, ...who };
    const { id } = await client.auditEntry.create({ data: { ...entry, details: { value: 'secret' }, ...own } });
    const outcome = { entryId: id, organizationId, at, status, madeId, details: { value: 'secret' } };
    await client.auditOutcome.create({ data: outcome });
  }
  const times = { createdAt: new Date(now - 3 * MINUTE), updatedAt: new Date(now) };
  const deploy = async (release: string, deployedAt: Date | null, more: object = {}) => {
    const own = { projectId: project, projectNumber: 7, release, deployedAt, createdBy: 'k1' };
    await database.relational.client.release.create({ data: { ...own, ...times, ...more } });
  };
  const makeFlag = (key: string, more: Act = {}) =>
    act('flags.create', {}, { details: { fields: 'key name', key }, status: 201, ...more });

  it('are its deploys and the changes of flags, rules and settings, with who made them and without values', async () => {
    await deploy('1.0', new Date(now - 4 * MINUTE));
    await deploy('only from errors', null);
    await makeFlag('new cart');
    await act('flags.update', { flag_key: 'new cart' });
    await act('flags.delete', { flag_key: 'new cart' });
    await act('flags.create', {}, { details: { fields: 'key name' } });
    await makeFlag('refused', { status: 409 });
    await act('alert_rules.create', {}, { madeId: 'r1', status: 201 });
    await act('settings.config_set', { entry: 'sampling.rate' });
    await act('settings.config_set', { entry: 'refused' }, { status: 409 });
    await act('projects.update', { project_id: project }, { projectId: null, madeId: project });
    await act('channels.create', {}, { madeId: 'c1' });
    await act('escalation.delete', { policy_id: 'p1' });
    await act('account.security_set', {}, { projectId: null });
    await act('persons.delete', { person_id: 'secret' });
    const { changes, omitted } = await list();
    assert.deepEqual(
      changes.map(({ kind, title, target, changedBy, path }) => [kind, title, target, changedBy, path]),
      [
        ['setting', 'The sign-in rules were changed', undefined, 'u1', '/api/v1/account/security'],
        ['setting', 'The escalation policy p1 was deleted', 'p1', 'u1', '/api/v1/escalation-policies'],
        ['setting', 'The notification channel c1 was created', 'c1', 'u1', '/api/v1/notifications/channels'],
        ['setting', 'The project was changed', undefined, 'u1', '/api/v1/projects'],
        [
          'setting',
          'The configuration entry sampling.rate was changed',
          'sampling.rate',
          'u1',
          '/api/v1/settings/config',
        ],
        ['rule', 'The alert rule r1 was created', 'r1', 'u1', '/api/v1/alerts/rules'],
        ['flag', 'A flag was created', undefined, 'u1', '/api/v1/flags'],
        ['flag', 'The flag new cart was deleted', 'new cart', 'u1', '/api/v1/flags'],
        ['flag', 'The flag new cart was updated', 'new cart', 'u1', '/api/v1/flags/new%20cart'],
        ['flag', 'The flag new cart was created', 'new cart', 'u1', '/api/v1/flags/new%20cart'],
        ['release', 'The release 1.0 was deployed', '1.0', 'k1', '/api/v1/releases/1.0'],
      ],
    );
    assert.deepEqual(omitted, []);
    assert.ok(!JSON.stringify(changes).includes('secret'));
  });

  it('are those that the reader may read: each kind needs its scope, which omitted names', async () => {
    await deploy('1.0', new Date(now - 4 * MINUTE));
    await makeFlag('cart');
    await act('alert_rules.create', {}, { madeId: 'r1' });
    await act('settings.config_set', { entry: 'e' });
    await act('channels.delete', { channel_id: 'c' });
    await act('account.security_set', {}, { projectId: null });
    const cases: readonly (readonly [scope: string, ...titles: string[]])[] = [
      ['releases:read', 'The release 1.0 was deployed'],
      ['flags:read', 'The flag cart was created'],
      ['alerts:read', 'The alert rule r1 was created'],
      ['settings:read', 'The configuration entry e was changed'],
      ['notifications:read', 'The notification channel c was deleted'],
      ['account:read', 'The sign-in rules were changed'],
      ['audit:read'],
    ];
    for (const [scope, ...expected] of cases) {
      assert.deepEqual(await titles({}, [scope]), expected, scope);
      assert.deepEqual((await list({}, [scope])).omitted, ALL.filter((each) => each !== scope).toSorted());
    }
    assert.deepEqual(await titles({}, ['account:read'], { principalType: 'api_key' }), [], 'rules of the organization');
    assert.deepEqual(await titles({ kinds: ['flag', 'rule'] }), [
      'The alert rule r1 was created',
      'The flag cart was created',
    ]);
    assert.deepEqual((await list({ kinds: ['flag'] }, ['releases:read'])).omitted, ['flags:read']);
  });

  it('are those of the window, whose start is inclusive and whose end is exclusive, and of the project', async () => {
    const at = (ago: number) => timestampFromMs(now - ago);
    for (const ago of [2 * DAY, 10, 9, 8]) await deploy(`ago ${ago}`, new Date(now - ago));
    await act('alert_rules.create', {}, { madeId: 'r1' });
    assert.deepEqual(await titles({ startTime: at(10), endTime: at(8) }), [
      'The release ago 9 was deployed',
      'The release ago 10 was deployed',
    ]);
    assert.equal((await titles({})).length, 4);
    assert.equal((await titles({ startTime: at(3 * DAY) })).length, 5);
    assert.deepEqual(await titles({ startTime: at(3 * DAY) }, ALL, { project: randomUUID() }), []);
    await assert.rejects(list({ startTime: at(8), endTime: at(10) }), { code: 'invalid_request' });
  });

  it('come once each over pages of any size, also those of one moment, and a cursor keeps to its kinds and bounds', async () => {
    const moment = new Date(now - DAY / 2);
    for (let nth = 0; nth < 4; nth += 1) {
      await deploy(`r${nth}`, nth === 3 ? new Date(now - 5 * DAY) : moment);
      await makeFlag(`f${nth}`, { at: moment });
      await act('flags.update', { flag_key: `f${nth}` }, nth < 2 ? { at: moment } : {});
    }
    const startTime = timestampFromMs(now - 20 * DAY);
    const all = (await list({ startTime })).changes.map(({ id }) => id);
    assert.equal(all.length, 12);
    for (const limit of [1, 2, 3, 5]) {
      const seen: string[] = [];
      let cursor = '';
      do {
        const { changes, pagination } = await list({ startTime, limit, cursor });
        seen.push(...changes.map(({ id }) => id));
        cursor = pagination.nextCursor ?? '';
      } while (cursor !== '');
      assert.deepEqual(seen, all, `pages of ${limit}`);
    }
    const { pagination } = await list({ startTime, limit: 2 });
    const cursor = pagination.nextCursor ?? '';
    for (const other of [{ kinds: ['flag'] }, { startTime: timestampFromMs(now) }, { cursor: `${cursor}x` }])
      await assert.rejects(list({ startTime, cursor, ...other }), { code: 'InvalidArgument' });
    await assert.rejects(list({ startTime, cursor }, ALL, { project: randomUUID() }), { code: 'InvalidArgument' });
  });
});

import assert from 'node:assert/strict';
import { generateApiKey } from '@svc/auth';
import { canRewriteAuditLog, createRelational, type Relational } from '@svc/relational';
import { ServiceError } from '@svc/service-error';
import { GatewayUnderTest } from '../testing/gateway.js';

interface Entry {
  readonly id: string;
  readonly operation: string;
  readonly outcome: string;
  readonly status?: number;
  readonly error?: string;
  readonly target?: Record<string, string>;
  readonly made_id?: string;
  readonly project_id?: string;
  readonly request_id: string;
  readonly source_address: string;
  readonly principal: { readonly id: string };
}

describe('the audit log', () => {
  let under: GatewayUnderTest;
  let tableOwner: Relational;
  beforeAll(async () => {
    under = await GatewayUnderTest.start();
    tableOwner = createRelational({ url: under.workspace.databaseOwnerUrl, poolSize: 1 });
  });
  afterAll(async () => {
    await tableOwner.close();
    await under.stop();
  });
  beforeEach(() => {
    under.recorder.behave = () => Promise.resolve();
  });

  const owner = () => under.workspace.ownerKey;
  const entries = async (query = '', key = owner()): Promise<readonly Entry[]> => {
    const answer = await under.send(`/api/v1/account/audit-log?${query}`, { key });
    assert.equal(answer.status, 200, answer.text);
    return (answer.json['entries'] ?? []) as Entry[];
  };
  const deleteSearch = (id: string, requestId: string, key = owner()) =>
    under.send(`/api/v1/search/saved/${id}?expected_version=1&project_id=${under.workspace.projectId}`, {
      method: 'DELETE',
      key,
      headers: { 'x-request-id': requestId },
    });

  it('records who sent which request, from where, and with which result', async () => {
    const body = { name: 'audited', scopes: ['logs:read'] };
    const made = await under.send('/api/v1/account/api-keys', { method: 'POST', key: owner(), body });
    const id = (made.json['api_key'] as { id: string }).id;
    await under.send(`/api/v1/account/api-keys/${id}`, { method: 'DELETE', key: owner() });
    const [revoked, created] = await entries('limit=2');
    assert.deepEqual([created?.operation, created?.outcome, created?.made_id], ['api_keys.create', 'succeeded', id]);
    assert.deepEqual([revoked?.operation, revoked?.status, revoked?.target], ['api_keys.revoke', 204, { key_id: id }]);
    assert.equal(created?.source_address, '127.0.0.1');
  });

  it('records the entry before the write begins, and reports when the outcome is unknown', async () => {
    let seen: readonly Entry[] = [];
    under.recorder.behave = async () => void (seen = await entries('limit=1'));
    await deleteSearch('a-search', 'begun');
    assert.deepEqual([seen[0]?.request_id, seen[0]?.outcome, seen[0]?.status], ['begun', 'unknown', undefined]);
    assert.equal(seen[0]?.project_id, under.workspace.projectId);
    assert.equal((await entries('limit=1'))[0]?.outcome, 'succeeded');
  });

  it('records refusals and failures with their codes', async () => {
    under.recorder.behave = () => Promise.reject(new ServiceError('version_conflict'));
    await deleteSearch('a-search', 'refused');
    under.recorder.behave = () => Promise.reject(new Error('broken'));
    await deleteSearch('a-search', 'failed');
    const [failed, refused] = await entries('limit=2');
    assert.deepEqual([refused?.outcome, refused?.status, refused?.error], ['refused', 409, 'version_conflict']);
    assert.deepEqual([failed?.outcome, failed?.status, failed?.error], ['failed', 500, 'internal']);
  });

  it('holds no body and no secret, also where one was pasted for an id', async () => {
    const { secret } = generateApiKey('org');
    await under.send(`/api/v1/account/api-keys/${secret}`, { method: 'DELETE', key: owner() });
    const body = { name: 'Sentinel-7f3a', scopes: ['logs:read'] };
    const made = await under.send('/api/v1/account/api-keys', { method: 'POST', key: owner(), body });
    const rows = await under.workspace.relational.client.auditEntry.findMany({ include: { outcome: true } });
    const text = JSON.stringify(rows, (_key, value: unknown) => (typeof value === 'bigint' ? String(value) : value));
    for (const hidden of [secret, made.json['secret'] as string, 'Sentinel-7f3a', owner()]) {
      assert.ok(!text.includes(hidden));
    }
  });

  it('leaves reads out', async () => {
    const before = (await entries('limit=500')).length;
    await under.send('/api/v1/projects', { key: owner() });
    assert.equal((await entries('limit=500')).length, before);
  });

  it('cannot be changed or emptied by its owner, nor by the service whatever it tries', async () => {
    const { client } = under.workspace.relational;
    for (const statement of [
      `UPDATE audit_entries SET operation = 'x'`,
      'DELETE FROM audit_entries',
      'DELETE FROM audit_outcomes',
      'TRUNCATE audit_entries CASCADE',
    ]) {
      await assert.rejects(tableOwner.rows(statement, []), /append-only/, statement);
      await assert.rejects(client.$executeRawUnsafe(statement), /permission denied/, statement);
    }
    for (const statement of [
      'SET session_replication_role = replica',
      'ALTER TABLE audit_entries DISABLE TRIGGER audit_entries_append_only',
      'DROP TRIGGER audit_entries_append ON audit_entries',
      'UPDATE audit_chains SET sequence = 0',
      'DROP TABLE audit_outcomes',
      'SET ROLE svc',
    ]) {
      await assert.rejects(client.$executeRawUnsafe(statement), /permission denied|must be owner/, statement);
    }
    assert.equal(await canRewriteAuditLog(under.workspace.relational), false);
    assert.equal(await canRewriteAuditLog(tableOwner), true);
  });

  it('returns pages without gap or overlap, filtered, and rejects the cursor of another list', async () => {
    const { id: other, secret } = await under.newKey();
    for (let index = 0; index < 5; index += 1) await deleteSearch('a-search', `page-${index}`, secret);
    const seen: string[] = [];
    for (let cursor = ''; ;) {
      const answer = await under.send(`/api/v1/account/audit-log?principal_id=${other}&limit=2&cursor=${cursor}`, {
        key: owner(),
      });
      seen.push(...(answer.json['entries'] as Entry[]).map((entry) => entry.request_id));
      const pagination = answer.json['pagination'] as { has_more: boolean; next_cursor?: string };
      if (!pagination.has_more) break;
      cursor = pagination.next_cursor ?? '';
      for (const query of [`principal_id=${under.siblingId}`, `operation=api_keys.create`, '']) {
        const refused = await under.send(`/api/v1/account/audit-log?${query}&cursor=${cursor}`, { key: owner() });
        assert.deepEqual([refused.status, refused.json.error], [400, 'invalid_request']);
      }
    }
    assert.deepEqual(seen, ['page-4', 'page-3', 'page-2', 'page-1', 'page-0']);
    assert.deepEqual(
      new Set((await entries('operation=saved_searches.delete')).map((entry) => entry.operation)),
      new Set(['saved_searches.delete']),
    );
    assert.deepEqual(await entries('end_time=2020-01-01T00:00:00Z'), []);
  });

  it('shows a project-bound credential its project, and a foreign organization nothing', async () => {
    const { secret } = await under.newKey({ projectId: under.workspace.projectId });
    for (const entry of await entries('limit=500', secret)) {
      assert.equal(entry.project_id, under.workspace.projectId);
    }
    const sibling = await under.newKey({ projectId: under.siblingId });
    assert.deepEqual(await entries('', sibling.secret), []);
  });

  it('allows no write while it cannot be written to', async () => {
    let reached = false;
    under.recorder.behave = () => Promise.resolve(void (reached = true));
    await tableOwner.rows('ALTER TABLE audit_entries RENAME TO audit_entries_away', []);
    const answer = await deleteSearch('a-search', 'unwritten');
    await tableOwner.rows('ALTER TABLE audit_entries_away RENAME TO audit_entries', []);
    assert.equal(answer.status, 500);
    assert.equal(reached, false);
  });
});

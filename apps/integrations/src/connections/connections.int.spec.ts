import assert from 'node:assert/strict';
import { callerIn } from '../testing/integrations-server.js';
import { startTicketsServer, type TicketsServer } from '../testing/tickets-server.js';

const SECRET = 'a-token-nobody-may-read';
const GITHUB = { provider: 'github', kind: 'token', displayName: 'GitHub', secret: SECRET, target: 'acme/shop' };
const JIRA = {
  provider: 'jira',
  kind: 'token',
  displayName: 'Jira',
  secret: SECRET,
  target: 'OPS',
  baseUrl: 'https://acme.atlassian.net/',
  account: 'ada@example.com',
};
const TEAM = '7e0f5cde-5d6f-4d38-a8a5-1f0c6a8f4a10';

describe('connections', () => {
  let server: TicketsServer;
  beforeAll(async () => (server = await startTicketsServer()));
  afterAll(() => server.stop());

  const toText = (value: unknown): string =>
    JSON.stringify(value, (_, member: unknown) => (typeof member === 'bigint' ? String(member) : member));

  it('creates, lists by name and provider, updates and deletes connections, never returning the secret', async () => {
    const as = callerIn();
    const created = await server.connections.create(GITHUB, as);
    const jira = await server.connections.create({ ...JIRA, displayName: 'A' }, as);
    assert.deepEqual([jira.baseUrl, jira.issueType], ['https://acme.atlassian.net', 'Task']);
    const { connections } = await server.connections.list({}, as);
    assert.deepEqual(
      connections.map(({ displayName }) => displayName),
      ['A', 'GitHub'],
    );
    assert.equal((await server.connections.list({ provider: 'jira' }, as)).connections.length, 1);
    const path = { connectionId: created.id };
    const read = await server.connections.get(path, as);
    assert.deepEqual([read.state, read.version, read.baseUrl], ['active', 1n, 'https://api.github.com']);
    const updated = await server.connections.update({ ...path, displayName: 'Code', secret: `${SECRET}2` }, as);
    assert.deepEqual([updated.displayName, updated.version], ['Code', 2n]);
    for (const answer of [created, connections, read, updated]) assert.ok(!toText(answer).includes(SECRET));
    await server.connections.delete(path, as);
    await assert.rejects(server.connections.get(path, as), { code: 'not_found' });
  });

  it('stores the secret sealed for its own row', async () => {
    const as = callerIn();
    const { id } = await server.connections.create(GITHUB, as);
    const row = await server.database.relational.client.connection.findUniqueOrThrow({ where: { id } });
    assert.ok(!toText(row).includes(SECRET));
    const other = await server.connections.create({ ...GITHUB, displayName: 'Other' }, as);
    const sealed = await server.database.relational.client.connection.findUniqueOrThrow({ where: { id: other.id } });
    assert.notEqual(row.sealed, sealed.sealed);
  });

  it('reports settings that cannot reach the provider by field, without the value', async () => {
    const refused: [object, string][] = [
      [{ ...JIRA, baseUrl: '' }, 'base_url'],
      [{ ...JIRA, baseUrl: `https://u:${SECRET}@example.com` }, 'base_url'],
      [{ ...JIRA, baseUrl: 'ftp://example.com' }, 'base_url'],
      [{ ...JIRA, baseUrl: 'https://example.com/?a=b' }, 'base_url'],
      [{ ...JIRA, baseUrl: 'http://8.8.8.8' }, 'base_url'],
      [{ ...JIRA, target: 'not a key' }, 'target'],
      [{ ...JIRA, target: '' }, 'target'],
      [{ ...GITHUB, target: 'acme/..' }, 'target'],
      [{ ...GITHUB, secret: `${SECRET}\r\nx: y` }, 'secret'],
      [{ ...GITHUB, account: 'ada@example.com' }, 'account'],
      [{ ...GITHUB, issueType: 'Bug' }, 'issue_type'],
      [{ ...GITHUB, provider: 'linear', target: 'acme/shop' }, 'target'],
    ];
    for (const [request, path] of refused)
      await assert.rejects(server.connections.create(request, callerIn()), (error: Error) => {
        const { code, details } = error as Error & { code: string; details: { path: string }[] };
        assert.deepEqual([code, details.map((detail) => detail.path)], ['invalid_request', [path]]);
        assert.ok(!error.message.includes(SECRET));
        return true;
      });
    await server.connections.create({ ...GITHUB, provider: 'linear', target: TEAM }, callerIn());
  });

  it('never sends a stored secret to another address', async () => {
    const as = callerIn();
    const { id: connectionId } = await server.connections.create(JIRA, as);
    const move = { connectionId, baseUrl: 'https://elsewhere.example.com' };
    await assert.rejects(server.connections.update(move, as), { code: 'invalid_request' });
    const moved = await server.connections.update({ ...move, secret: 'another' }, as);
    assert.equal(moved.baseUrl, move.baseUrl);
  });

  it('requires unique names, and checks the expected version of an update and a deletion', async () => {
    const as = callerIn();
    const { id: connectionId } = await server.connections.create(GITHUB, as);
    await assert.rejects(server.connections.create(GITHUB, as), { code: 'already_exists' });
    await server.connections.create(GITHUB, callerIn());
    await server.connections.update({ connectionId, displayName: 'New', expectedVersion: 1n }, as);
    const stale = { connectionId, expectedVersion: 1n };
    await assert.rejects(server.connections.update({ ...stale, displayName: 'Old' }, as), { code: 'version_conflict' });
    await assert.rejects(server.connections.delete(stale, as), { code: 'version_conflict' });
    await server.connections.delete({ connectionId, expectedVersion: 2n }, as);
  });

  it('disables and enables connections, and requires a new secret to leave needs_reauth', async () => {
    const as = callerIn();
    const { id: connectionId } = await server.connections.create(GITHUB, as);
    const update = async (changes: object) => (await server.connections.update({ connectionId, ...changes }, as)).state;
    assert.equal(await update({ enabled: false }), 'disabled');
    assert.equal(await update({ displayName: 'x' }), 'disabled');
    assert.equal(await update({ enabled: true }), 'active');
    await server.database.relational.client.connection.update({
      where: { id: connectionId },
      data: { state: 'needs_reauth' },
    });
    assert.equal(await update({ enabled: true }), 'needs_reauth');
    assert.equal(await update({ secret: 'new' }), 'active');
  });

  it('answers the same 404 for objects of another project and for unknown ones', async () => {
    const { id } = await server.connections.create(GITHUB, callerIn());
    for (const connectionId of [id, 'x', '', '\u0000', id.toUpperCase()]) {
      const as = callerIn();
      await assert.rejects(server.connections.get({ connectionId }, as), { code: 'not_found' });
      await assert.rejects(server.connections.update({ connectionId, displayName: 'x' }, as), { code: 'not_found' });
      await assert.rejects(server.connections.delete({ connectionId }, as), { code: 'not_found' });
    }
  });

  it('limits a project to 100 connections, however many are created at the same time', async () => {
    const as = callerIn();
    const { client } = server.database.relational;
    const first = await server.connections.create(GITHUB, as);
    const { id: _, ...row } = await client.connection.findUniqueOrThrow({ where: { id: first.id } });
    const data = Array.from({ length: 97 }, (_each, nth) => ({ ...row, displayName: `Copy ${nth}` }));
    await client.connection.createMany({ data });
    const codes = await Promise.all(
      Array.from({ length: 8 }, (_each, nth) =>
        server.connections.create({ ...GITHUB, displayName: `New ${nth}` }, as).then(
          () => 'created',
          (error: { code: string }) => error.code,
        ),
      ),
    );
    assert.deepEqual(codes.toSorted(), ['created', 'created', ...Array.from({ length: 6 }, () => 'quota_exceeded')]);
    assert.equal(await client.connection.count({ where: { projectId: row.projectId } }), 100);
  });
});

import assert from 'node:assert/strict';
import path from 'node:path';
import { create, type MessageInitShape } from '@bufbuild/protobuf';
import { timestampFromDate, timestampFromMs } from '@bufbuild/protobuf/wkt';
import { KEY_REVOKED_CHANNEL, ROLES, hashSecret, parseApiKey } from '@svc/auth';
import { Account, ApiKeys, CallContextSchema, KeyRefusal, Keys, Projects, type CallContext } from '@svc/contract';
import { createRpcClient, startRpcServer, type RpcClient, type RpcServer } from '@svc/rpc';
import { ServiceError } from '@svc/service-error';
import { eventually } from '@svc/testing';
import { addForeignProject, startWorkspace, workspaceModule, type WorkspaceUnderTest } from '../testing/workspace.js';

const MINUTE_MS = 60_000;

type Changes = Omit<MessageInitShape<typeof CallContextSchema>, '$typeName' | '$unknown'>;

describe('workspace domain over rpc', () => {
  let workspace: WorkspaceUnderTest;
  let server: RpcServer;
  let account: RpcClient<typeof Account>;
  let apiKeys: RpcClient<typeof ApiKeys>;
  let keys: RpcClient<typeof Keys>;
  let projects: RpcClient<typeof Projects>;
  let foreign: { organizationId: string; projectId: string };
  let sibling: { id: string };

  beforeAll(async () => {
    workspace = await startWorkspace();
    foreign = await addForeignProject(workspace.relational);
    sibling = await workspace.relational.client.project.create({
      data: { organizationId: workspace.organizationId, slug: 'sibling', name: 'Sibling' },
    });
    const address = `unix:${path.join(workspace.directory, 'gateway.sock')}`;
    server = await startRpcServer({
      module: workspaceModule(workspace.stores),
      address,
    });
    const options = { address, timeoutMs: 5000 };
    account = createRpcClient(Account, options);
    apiKeys = createRpcClient(ApiKeys, options);
    keys = createRpcClient(Keys, options);
    projects = createRpcClient(Projects, options);
  });
  afterAll(async () => {
    for (const client of [account, apiKeys, keys, projects]) client.close();
    await server.stop();
    await workspace.stop();
  });

  const owner = (changes: Changes = {}): CallContext =>
    create(CallContextSchema, {
      requestId: 'r',
      organizationId: workspace.organizationId,
      principalType: 'api_key',
      principalId: 'p',
      principalName: 'bootstrap',
      role: 'ROLE_OWNER',
      scopes: [...ROLES.ROLE_OWNER],
      ...changes,
    });
  const bound = (): CallContext => owner({ boundProjectId: workspace.projectId });
  const refusedWith = (code: string) => (error: unknown) => error instanceof ServiceError && error.code === code;

  it('returns the principal of the credential and its permissions from account.get', async () => {
    const identity = await account.get({}, { context: bound() });
    assert.equal(identity.organization?.name, 'Organization under test');
    assert.equal(identity.principal?.name, 'bootstrap');
    assert.equal(identity.role, 'ROLE_OWNER');
    assert.equal(identity.ingestUrl, 'http://ingest.test');
    assert.equal(identity.projectId, workspace.projectId);
    assert.deepEqual(identity.scopes, [...ROLES.ROLE_OWNER].sort());
    assert.equal((await account.get({}, { context: owner() })).projectId, undefined);
  });

  it('projects.list shows an organization its projects and a bound caller its own', async () => {
    const all = await projects.list({}, { context: owner() });
    assert.deepEqual(
      all.projects.map((project) => project.slug),
      ['default', 'sibling'],
    );
    const own = await projects.list({}, { context: bound() });
    assert.deepEqual(
      own.projects.map((project) => project.id),
      [workspace.projectId],
    );
  });

  it('projects.current answers the project of the request', async () => {
    const context = owner({ project: { id: sibling.id, number: 2, retentionDays: 30 } });
    assert.equal((await projects.current({}, { context })).slug, 'sibling');
  });

  it('api_keys.create answers a key that works, and its secret is kept nowhere', async () => {
    const { apiKey, secret } = await apiKeys.create({ name: 'ci', scopes: ['logs:read'] }, { context: owner() });
    assert.deepEqual(parseApiKey(secret), { form: 'native', kind: 'org' });
    assert.ok(secret.startsWith(apiKey?.prefix ?? 'x'));
    const row = await workspace.relational.client.apiKey.findUniqueOrThrow({ where: { id: apiKey?.id ?? '' } });
    assert.doesNotMatch(JSON.stringify(row), new RegExp(secret));
    assert.deepEqual(Buffer.from(row.secretSha256), hashSecret(secret));
    assert.equal(row.createdBy, 'p');
    const resolved = await keys.resolve({ secretSha256: hashSecret(secret) });
    assert.equal(resolved.refusal, KeyRefusal.UNSPECIFIED);
    assert.deepEqual(resolved.scopes, ['logs:read']);
  });

  it('api_keys.create binds the keys of a bound caller to its project, named or not', async () => {
    for (const projectId of [undefined, workspace.projectId]) {
      const request = { name: 'bound', scopes: ['logs:read'], ...(projectId && { projectId }) };
      const { apiKey, secret } = await apiKeys.create(request, { context: bound() });
      assert.equal(apiKey?.projectId, workspace.projectId);
      assert.deepEqual(parseApiKey(secret), { form: 'native', kind: 'project' });
    }
  });

  it('api_keys.create answers sibling, foreign and unknown projects alike', async () => {
    const attempts: [CallContext, string][] = [
      [bound(), sibling.id],
      [bound(), foreign.projectId],
      [owner(), foreign.projectId],
      [owner(), '0199ffff-0000-7000-8000-000000000000'],
      [owner(), 'no-id-at-all'],
    ];
    for (const [context, projectId] of attempts) {
      await assert.rejects(apiKeys.create({ name: 'x', scopes: ['logs:read'], projectId }, { context }), (error) => {
        assert.ok(error instanceof ServiceError);
        assert.deepEqual(error.toBody(), { error: 'not_found', message: 'The resource was not found.' });
        return true;
      });
    }
  });

  it('api_keys.create lets no key outlive the key that creates it', async () => {
    const expiresAt = timestampFromDate(new Date(Date.now() + 60_000));
    const { apiKey: parent } = await apiKeys.create(
      { name: 'brief', scopes: ['logs:read'], expiresAt },
      { context: owner() },
    );
    const context = owner({ principalId: parent?.id ?? '' });
    const { apiKey: child } = await apiKeys.create({ name: 'child', scopes: ['logs:read'] }, { context });
    assert.deepEqual(child?.expiresAt, parent?.expiresAt);
    const later = timestampFromDate(new Date(Date.now() + 120_000));
    await assert.rejects(
      apiKeys.create({ name: 'later', scopes: ['logs:read'], expiresAt: later }, { context }),
      (error) => error instanceof ServiceError && error.details[0]?.path === 'expires_at',
    );
  });

  it("api_keys.revoke lets only an owner revoke an owner's key", async () => {
    const { apiKey } = await apiKeys.create({ name: 'of an owner', scopes: ['logs:read'] }, { context: owner() });
    const keyId = apiKey?.id ?? '';
    await assert.rejects(
      apiKeys.revoke({ keyId }, { context: owner({ role: 'ROLE_ADMIN' }) }),
      refusedWith('permission_denied'),
    );
    await assert.rejects(
      apiKeys.revoke({ keyId }, { context: owner({ scopes: ['api_keys:write'] }) }),
      refusedWith('permission_denied'),
      'a narrow key revokes no key that is wider',
    );
    await apiKeys.revoke({ keyId }, { context: owner() });
  });

  it('api_keys.create gives no scope the caller lacks', async () => {
    const context = owner({ scopes: ['logs:read', 'api_keys:write'] });
    await assert.rejects(
      apiKeys.create({ name: 'x', scopes: ['traces:read'] }, { context }),
      refusedWith('permission_denied'),
    );
    await assert.rejects(
      apiKeys.create({ name: 'x', scopes: ['no:scope'] }, { context }),
      refusedWith('invalid_request'),
    );
  });

  it('api_keys.create refuses a key that would be expired at birth', async () => {
    const expiresAt = timestampFromMs(workspace.stores.clock() - 1);
    await assert.rejects(
      apiKeys.create({ name: 'x', scopes: ['logs:read'], expiresAt }, { context: owner() }),
      (error) => error instanceof ServiceError && error.details[0]?.path === 'expires_at',
    );
  });

  it('limits a key to its user: fewer scopes when the role shrinks, none when the membership ends', async () => {
    const { client } = workspace.relational;
    const user = await client.user.create({ data: { email: 'ada@example.com', name: 'Ada' } });
    const membership = await client.membership.create({
      data: { organizationId: workspace.organizationId, userId: user.id, role: 'ROLE_ADMIN' },
    });
    const context = owner({ principalType: 'user', principalId: user.id, userId: user.id, role: 'ROLE_ADMIN' });
    const first = await apiKeys.create({ name: 'hers', scopes: ['logs:read', 'logs:write'] }, { context });
    const byKey = owner({ principalId: first.apiKey?.id ?? '', userId: user.id });
    const second = await apiKeys.create({ name: "her key's", scopes: ['logs:read', 'logs:write'] }, { context: byKey });
    const readScopes = async ({ secret }: { secret: string }) =>
      (await keys.resolve({ secretSha256: hashSecret(secret) })).scopes;
    for (const key of [first, second]) assert.deepEqual(await readScopes(key), ['logs:read', 'logs:write']);
    await client.membership.update({ where: { id: membership.id }, data: { role: 'ROLE_VIEWER' } });
    for (const key of [first, second]) assert.deepEqual(await readScopes(key), ['logs:read']);
    await client.membership.delete({ where: { id: membership.id } });
    for (const { secret } of [first, second]) {
      assert.equal((await keys.resolve({ secretSha256: hashSecret(secret) })).refusal, KeyRefusal.UNKNOWN);
    }
    await assert.rejects(
      apiKeys.create({ name: 'late', scopes: ['logs:read'] }, { context }),
      refusedWith('unauthenticated'),
    );
  });

  it('api_keys.list shows keys newest first, to a bound caller only those of its project', async () => {
    const all = (await apiKeys.list({}, { context: owner() })).apiKeys;
    const times = all.map((key) => Number(key.createdAt?.seconds) * 1000 + (key.createdAt?.nanos ?? 0) / 1e6);
    assert.deepEqual(
      times,
      times.toSorted((a, b) => b - a),
    );
    assert.ok(all.some((key) => key.projectId === undefined));
    const own = (await apiKeys.list({}, { context: bound() })).apiKeys;
    assert.ok(own.length > 0);
    assert.ok(own.every((key) => key.projectId === workspace.projectId));
    const others = await apiKeys.list({}, { context: owner({ organizationId: foreign.organizationId }) });
    assert.deepEqual(others.apiKeys, []);
  });

  it('api_keys.revoke ends a key once and for all, says so to all, and may be repeated', async () => {
    const { apiKey, secret } = await apiKeys.create({ name: 'x', scopes: ['logs:read'] }, { context: owner() });
    const keyId = apiKey?.id ?? '';
    const heard: string[] = [];
    const subscription = await workspace.memory.pubSub.subscribe(KEY_REVOKED_CHANNEL, (id) => heard.push(id));
    await apiKeys.revoke({ keyId }, { context: owner() });
    await eventually('the revocation is announced', () => Promise.resolve(heard.includes(keyId)));
    await subscription.close();
    const first = await workspace.relational.client.apiKey.findUniqueOrThrow({ where: { id: keyId } });
    assert.ok(first.revokedAt);
    workspace.advance(1000);
    await apiKeys.revoke({ keyId }, { context: owner() });
    const second = await workspace.relational.client.apiKey.findUniqueOrThrow({ where: { id: keyId } });
    assert.deepEqual(second.revokedAt, first.revokedAt);
    assert.equal((await keys.resolve({ secretSha256: hashSecret(secret) })).refusal, KeyRefusal.REVOKED);
  });

  it('api_keys.revoke answers keys the caller cannot see like unknown ones, and leaves them alone', async () => {
    const { apiKey } = await apiKeys.create({ name: 'x', scopes: ['logs:read'] }, { context: owner() });
    const keyId = apiKey?.id ?? '';
    const attempts: [CallContext, string][] = [
      [bound(), keyId],
      [owner({ organizationId: foreign.organizationId }), keyId],
      [owner(), '0199ffff-0000-7000-8000-000000000000'],
      [owner(), keyId.toUpperCase()],
      [owner(), 'no-id-at-all'],
    ];
    for (const [context, id] of attempts) {
      await assert.rejects(apiKeys.revoke({ keyId: id }, { context }), refusedWith('not_found'));
    }
    const row = await workspace.relational.client.apiKey.findUniqueOrThrow({ where: { id: keyId } });
    assert.equal(row.revokedAt, null);
  });

  describe('keys.resolve', () => {
    const newKey = async (changes: { projectId?: string; expiresAtMs?: number } = {}): Promise<Buffer> => {
      const { projectId, expiresAtMs } = changes;
      const { secret } = await apiKeys.create(
        {
          name: 'x',
          scopes: ['telemetry:write'],
          ...(projectId && { projectId }),
          ...(expiresAtMs && { expiresAt: timestampFromMs(expiresAtMs) }),
        },
        { context: owner() },
      );
      return hashSecret(secret);
    };

    it('selects the default project, or the named one by id or slug, for an organization-level key', async () => {
      const secretSha256 = await newKey();
      const selections: [string, string][] = [
        ['', workspace.projectId],
        ['default', workspace.projectId],
        [sibling.id, sibling.id],
        ['sibling', sibling.id],
      ];
      for (const [projectSelector, expected] of selections) {
        const { project, refusal } = await keys.resolve({ secretSha256, projectSelector });
        assert.equal(refusal, KeyRefusal.UNSPECIFIED);
        assert.equal(project?.id, expected);
        assert.ok(project.number > 0);
        assert.equal(project.retentionDays, 30);
      }
    });

    it('selects the bound project and no other for a bound key', async () => {
      const secretSha256 = await newKey({ projectId: sibling.id });
      for (const projectSelector of ['', sibling.id, 'sibling']) {
        assert.equal((await keys.resolve({ secretSha256, projectSelector })).project?.id, sibling.id);
      }
      const names = [workspace.projectId, 'default', 'unknown', foreign.projectId];
      const requests = names.flatMap((name) => [
        { projectSelector: name },
        { projectId: name },
        { projectId: sibling.id, projectSelector: name },
      ]);
      for (const named of [...requests, { projectId: 'sibling' }]) {
        const { refusal, ...rest } = await keys.resolve({ secretSha256, ...named });
        assert.equal(refusal, KeyRefusal.PROJECT);
        assert.deepEqual([rest.keyId, rest.organizationId, rest.project], ['', '', undefined]);
      }
    });

    it('refuses foreign and unknown projects alike', async () => {
      const secretSha256 = await newKey();
      for (const projectSelector of [foreign.projectId, 'unknown', '0199ffff-0000-7000-8000-000000000000']) {
        for (const named of [{ projectSelector }, { projectId: projectSelector }])
          assert.equal((await keys.resolve({ secretSha256, ...named })).refusal, KeyRefusal.UNKNOWN_PROJECT);
      }
    });

    it('refuses unknown and expired keys', async () => {
      assert.equal((await keys.resolve({ secretSha256: hashSecret('nobody') })).refusal, KeyRefusal.UNKNOWN);
      const expiresAtMs = workspace.stores.clock() + MINUTE_MS;
      const secretSha256 = await newKey({ expiresAtMs });
      const before = await keys.resolve({ secretSha256 });
      assert.equal(Number(before.expiresAt?.seconds), Math.floor(expiresAtMs / 1000));
      workspace.advance(MINUTE_MS);
      assert.equal((await keys.resolve({ secretSha256 })).refusal, KeyRefusal.EXPIRED);
    });

    it('notes the use of a key to the minute', async () => {
      const secretSha256 = new Uint8Array(await newKey());
      const used = async (): Promise<number | undefined> => {
        const row = await workspace.relational.client.apiKey.findUniqueOrThrow({ where: { secretSha256 } });
        return row.lastUsedAt?.getTime();
      };
      workspace.beginMinute();
      await keys.resolve({ secretSha256 });
      const first = await eventually('the first use is noted', used);
      assert.equal(first % MINUTE_MS, 0);
      workspace.advance(MINUTE_MS);
      await keys.resolve({ secretSha256 });
      await eventually('the later use is noted', async () => (await used()) === first + MINUTE_MS);
    });
  });
});

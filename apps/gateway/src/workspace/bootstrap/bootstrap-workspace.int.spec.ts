import assert from 'node:assert/strict';
import { OWNER_KEY_SCOPES, hashSecret, parseApiKey } from '@svc/auth';
import { createRelational, type Relational } from '@svc/relational';
import { startTemporaryDatabase } from '@svc/relational/testing';
import { verifyPassword } from '../users/password.js';
import { describeOwner } from './bootstrap-owner.js';
import { bootstrapWorkspace } from './bootstrap-workspace.js';

const OPTIONS = { projectSlug: 'default', organizationName: 'Acme' };
const GIVEN = 'a-key-the-operator-chose';

describe('bootstrap of a workspace', () => {
  let relational: Relational;
  let other: Relational;
  let cleanUp: () => Promise<void>;

  beforeAll(async () => {
    const database = await startTemporaryDatabase({ poolSize: 3 });
    relational = database.relational;
    other = createRelational({ url: database.url, poolSize: 3 });
    cleanUp = async () => {
      await other.close();
      await database.stop();
    };
  });
  afterAll(() => cleanUp());
  beforeEach(() => relational.client.organization.deleteMany());

  it('makes an organization, its default project and a random owner key, whose secret it answers once', async () => {
    const first = await bootstrapWorkspace(relational, OPTIONS);
    assert.deepEqual(parseApiKey(first.secret ?? ''), { form: 'native', kind: 'org' });
    const organization = await relational.client.organization.findUniqueOrThrow({
      where: { id: first.organizationId },
      include: { defaultProject: true, apiKeys: true },
    });
    assert.equal(organization.name, 'Acme');
    assert.equal(organization.defaultProject?.id, first.projectId);
    assert.equal(organization.defaultProject?.slug, 'default');
    const [key] = organization.apiKeys;
    assert.deepEqual(Buffer.from(key?.secretSha256 ?? []), hashSecret(first.secret ?? ''));
    assert.equal(key?.role, 'ROLE_OWNER');
    assert.equal(key?.projectId, null);
    assert.deepEqual(new Set(key?.scopes), OWNER_KEY_SCOPES);

    const second = await bootstrapWorkspace(relational, OPTIONS);
    assert.deepEqual(second, { ...first, secret: undefined });
    assert.equal(await relational.client.apiKey.count(), 1);
  });

  it('takes the key the operator gives and never answers it', async () => {
    const { secret } = await bootstrapWorkspace(relational, { ...OPTIONS, apiKey: GIVEN });
    assert.equal(secret, undefined);
    assert.equal(await relational.client.apiKey.count({ where: { secretSha256: hashSecret(GIVEN) } }), 1);
  });

  it('makes one workspace when several processes start together', async () => {
    const results = await Promise.all(
      [relational, other, relational, other].map((store) => bootstrapWorkspace(store, { ...OPTIONS, apiKey: GIVEN })),
    );
    assert.equal(new Set(results.map((result) => result.organizationId)).size, 1);
    assert.equal(await relational.client.organization.count(), 1);
    assert.equal(await relational.client.project.count(), 1);
    assert.equal(await relational.client.apiKey.count(), 1);
  });

  it('lets an operator who lost the first key in with another', async () => {
    const first = await bootstrapWorkspace(relational, OPTIONS);
    const second = await bootstrapWorkspace(relational, { ...OPTIONS, apiKey: GIVEN });
    assert.equal(second.organizationId, first.organizationId);
    assert.equal(await relational.client.apiKey.count(), 2);
  });

  it('needs no query engine where there is nothing to make', async () => {
    const first = await bootstrapWorkspace(relational, { ...OPTIONS, apiKey: GIVEN });
    const client = new Proxy(relational.client, { get: () => assert.fail('the client is used') });
    for (const options of [OPTIONS, { ...OPTIONS, apiKey: GIVEN }]) {
      const second = await bootstrapWorkspace({ ...relational, client }, options);
      assert.deepEqual(second, first);
    }
  });

  it('does not bring a revoked key back to life', async () => {
    await bootstrapWorkspace(relational, { ...OPTIONS, apiKey: GIVEN });
    await relational.client.apiKey.updateMany({ data: { revokedAt: new Date() } });
    await bootstrapWorkspace(relational, { ...OPTIONS, apiKey: GIVEN });
    assert.equal(await relational.client.apiKey.count({ where: { revokedAt: null } }), 0);
  });

  it('grants the owner the scopes of a newer release', async () => {
    await bootstrapWorkspace(relational, { ...OPTIONS, apiKey: GIVEN });
    await relational.client.apiKey.updateMany({ data: { scopes: ['logs:read'] } });
    await bootstrapWorkspace(relational, OPTIONS);
    const key = await relational.client.apiKey.findFirstOrThrow();
    assert.deepEqual(new Set(key.scopes), OWNER_KEY_SCOPES);
  });

  it('makes the configured person an owner, once, and sets the password no second time', async () => {
    const owner = { email: 'Ada@Example.com', password: 'correct horse battery' };
    const { organizationId, owner: added } = await bootstrapWorkspace(relational, { ...OPTIONS, owner });
    assert.equal(added && describeOwner(added), 'ada@example.com was created as an owner');
    const again = { ...OPTIONS, owner: { ...owner, password: 'another one altogether' } };
    const { owner: known } = await bootstrapWorkspace(relational, again);
    assert.equal(known && describeOwner(known), 'ada@example.com is an owner; an existing account keeps its password');
    const [membership, ...others] = await relational.client.membership.findMany({ include: { user: true } });
    assert.deepEqual(others, []);
    assert.deepEqual([membership?.organizationId, membership?.role], [organizationId, 'ROLE_OWNER']);
    assert.equal(membership?.user.email, 'ada@example.com');
    assert.ok(await verifyPassword(membership.user.passwordHash, owner.password));
  });

  it('leaves the role of a known member alone', async () => {
    const owner = { email: 'grace@example.com', password: 'correct horse battery' };
    await bootstrapWorkspace(relational, { ...OPTIONS, owner });
    await relational.client.membership.updateMany({ data: { role: 'ROLE_VIEWER' } });
    const { owner: known } = await bootstrapWorkspace(relational, { ...OPTIONS, owner });
    assert.equal(known?.role, 'ROLE_VIEWER');
    assert.match(describeOwner(known), /exists with the role ROLE_VIEWER, which was not changed/);
    assert.equal((await relational.client.membership.findFirstOrThrow()).role, 'ROLE_VIEWER');
  });

  const unusable = [
    { ...OPTIONS, apiKey: 'too-short' },
    { ...OPTIONS, apiKey: 'sentinel with blanks' },
    { ...OPTIONS, apiKey: `svc_org_${'A'.repeat(40)}_000000` },
    { ...OPTIONS, projectSlug: 'Sentinel!' },
    { ...OPTIONS, projectSlug: '' },
    { ...OPTIONS, owner: { email: 'sentinel@example.com', password: undefined } },
    { ...OPTIONS, owner: { email: 'sentinel', password: 'correct horse battery' } },
    { ...OPTIONS, owner: { email: 'ada@example.com', password: 'sentinel' } },
  ];
  for (const [index, options] of unusable.entries()) {
    it(`refuses unusable values, repeating nothing of them (${index + 1})`, async () => {
      await assert.rejects(bootstrapWorkspace(relational, options), (error: Error) => !/sentinel/i.test(error.message));
      assert.equal(await relational.client.organization.count(), 0);
    });
  }
});

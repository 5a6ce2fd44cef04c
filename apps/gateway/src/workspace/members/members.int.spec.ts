import assert from 'node:assert/strict';
import { signInMember, type Browser } from '../../testing/browser.js';
import { GatewayUnderTest } from '../../testing/gateway.js';

const MEMBERS = '/api/v1/account/members';

describe('members over HTTP', () => {
  let gateway: GatewayUnderTest;
  beforeAll(async () => {
    gateway = await GatewayUnderTest.start();
  });
  afterAll(() => gateway.stop());
  beforeEach(() => gateway.workspace.relational.client.membership.deleteMany());

  const setRole = (key: string, userId: string, role: string) =>
    gateway.send(`${MEMBERS}/${userId}`, { method: 'PATCH', key, body: { role } });
  const remove = (key: string, userId: string) => gateway.send(`${MEMBERS}/${userId}`, { method: 'DELETE', key });
  const setRoleAs = (browser: Browser, userId: string, role: string) =>
    browser.request('PATCH', `${MEMBERS}/${userId}`, { role });
  const removeAs = (browser: Browser, userId: string) => browser.request('DELETE', `${MEMBERS}/${userId}`);
  const countOwners = () => gateway.workspace.relational.client.membership.count({ where: { role: 'ROLE_OWNER' } });

  it('lists members in the order in which they joined, to members of the organization alone', async () => {
    const ada = await gateway.newMember('ROLE_OWNER');
    const grace = await gateway.newMember('ROLE_VIEWER');
    await gateway.newMember('ROLE_OWNER', gateway.foreign.organizationId);
    const { status, json } = await gateway.send(MEMBERS, { key: grace.key });
    assert.equal(status, 200);
    const [first, second, ...others] = json.members as Record<string, string>[];
    assert.deepEqual(others, []);
    assert.deepEqual([first?.user_id, first?.email, first?.role], [ada.userId, ada.email, 'ROLE_OWNER']);
    assert.deepEqual([second?.user_id, second?.role], [grace.userId, 'ROLE_VIEWER']);
    assert.doesNotMatch(JSON.stringify(json), /password/);
  });

  it('changes the role of members and of their keys', async () => {
    const owner = await gateway.newMember('ROLE_OWNER');
    const admin = await gateway.newMember('ROLE_ADMIN');
    assert.equal((await gateway.send('/api/v1/account/api-keys', { key: admin.key })).status, 200);
    const changed = await setRole(owner.key, admin.userId, 'ROLE_VIEWER');
    assert.deepEqual([changed.status, changed.json.role], [200, 'ROLE_VIEWER']);
    assert.equal((await gateway.send('/api/v1/account/api-keys', { key: admin.key })).status, 403);
    assert.equal((await gateway.send('/api/v1/account', { key: admin.key })).json.role, 'ROLE_VIEWER');
  });

  it('keeps a member that another admin has changed since, and names the version in the conflict', async () => {
    const owner = await gateway.newMember('ROLE_OWNER');
    const { userId } = await gateway.newMember('ROLE_MEMBER');
    const path = `${MEMBERS}/${userId}`;
    const setAt = (version: unknown, role: string) =>
      gateway.send(path, { method: 'PATCH', key: owner.key, body: { role, expected_version: version } });
    const removeAt = (version: unknown) =>
      gateway.send(`${path}?expected_version=${String(version)}`, { method: 'DELETE', key: owner.key });
    const changed = await setAt(1, 'ROLE_VIEWER');
    assert.deepEqual([changed.status, changed.json.version], [200, 2]);
    for (const stale of [await setAt(1, 'ROLE_ADMIN'), await setAt(3, 'ROLE_ADMIN'), await removeAt(1)]) {
      assert.deepEqual([stale.status, stale.json.error], [409, 'version_conflict']);
      const reason = 'is not the current version, which is 2';
      assert.deepEqual(stale.json.details, [{ path: 'expected_version', reason }]);
    }
    const { members } = (await gateway.send(MEMBERS, { key: owner.key })).json as {
      members: Record<string, unknown>[];
    };
    assert.deepEqual(
      members.find((member) => member.user_id === userId),
      changed.json,
    );
    assert.equal((await removeAt(2)).status, 204);
  });

  it('lets one of two concurrent changes of a version win', async () => {
    const owner = await gateway.newMember('ROLE_OWNER');
    const { userId } = await gateway.newMember('ROLE_MEMBER');
    const attempts = ['ROLE_VIEWER', 'ROLE_ADMIN', 'ROLE_VIEWER', 'ROLE_ADMIN'].map((role) =>
      gateway.send(`${MEMBERS}/${userId}`, { method: 'PATCH', key: owner.key, body: { role, expected_version: 1 } }),
    );
    const statuses = (await Promise.all(attempts)).map(({ status }) => status);
    assert.deepEqual(
      statuses.sort((a, b) => a - b),
      [200, 409, 409, 409],
    );
  });

  it('removes a member with all their keys and sessions immediately', async () => {
    const owner = await gateway.newMember('ROLE_OWNER');
    const member = await gateway.newMember('ROLE_MEMBER');
    assert.equal((await gateway.send('/api/v1/account', { key: member.key })).status, 200);
    assert.equal((await remove(owner.key, member.userId)).status, 204);
    assert.equal((await gateway.send('/api/v1/account', { key: member.key })).status, 401);
    assert.equal((await remove(owner.key, member.userId)).status, 404);
  });

  it('answers members of other organizations, unknown IDs and invalid IDs with the same 404', async () => {
    const owner = await gateway.newMember('ROLE_OWNER');
    const foreign = await gateway.newMember('ROLE_MEMBER', gateway.foreign.organizationId);
    for (const id of [foreign.userId, '0199ffff-0000-7000-8000-000000000000', 'no-id']) {
      for (const answer of [await remove(owner.key, id), await setRole(owner.key, id, 'ROLE_ADMIN')]) {
        assert.deepEqual(
          [answer.status, answer.text],
          [404, '{"error":"not_found","message":"The resource was not found."}'],
        );
      }
    }
  });

  it('refuses an invalid role, naming the field and not the value', async () => {
    const owner = await gateway.newMember('ROLE_OWNER');
    for (const role of ['', 'sentinel', 'role_admin', 'ROLE_UNSPECIFIED']) {
      const answer = await setRole(owner.key, owner.userId, role);
      assert.equal(answer.status, 400);
      assert.equal(answer.json.details?.[0]?.path, 'role');
      assert.doesNotMatch(answer.text, /sentinel/);
    }
  });

  it('refuses changes by viewers, by members, by admins to owners, and by keys bound to a project', async () => {
    const owner = await gateway.newMember('ROLE_OWNER');
    const admin = await gateway.newMember('ROLE_ADMIN');
    const member = await gateway.newMember('ROLE_MEMBER');
    const viewer = await gateway.newMember('ROLE_VIEWER');
    const bound = await gateway.newKey({ projectId: gateway.workspace.projectId });
    const refused: [string, string, string][] = [
      [viewer.key, member.userId, 'ROLE_VIEWER'],
      [member.key, viewer.userId, 'ROLE_MEMBER'],
      [admin.key, admin.userId, 'ROLE_OWNER'],
      [admin.key, owner.userId, 'ROLE_VIEWER'],
      [bound.secret, member.userId, 'ROLE_ADMIN'],
    ];
    for (const [key, userId, role] of refused) {
      assert.equal((await setRole(key, userId, role)).status, 403);
      assert.equal((await remove(key, owner.userId)).status, 403);
    }
    assert.equal(await countOwners(), 1);
    assert.equal((await setRole(admin.key, viewer.userId, 'ROLE_MEMBER')).status, 200);
  });

  it('lets only signed-in owners grant and revoke the owner role, and no keys', async () => {
    const owner = await signInMember(gateway, 'ROLE_OWNER');
    const other = await gateway.newMember('ROLE_OWNER');
    const admin = await gateway.newMember('ROLE_ADMIN');
    for (const key of [owner.key, gateway.workspace.ownerKey]) {
      const refused = [
        await setRole(key, admin.userId, 'ROLE_OWNER'),
        await setRole(key, other.userId, 'ROLE_ADMIN'),
        await remove(key, other.userId),
      ];
      for (const { status, json } of refused) assert.deepEqual([status, json.error], [403, 'permission_denied']);
    }
    assert.equal(await countOwners(), 2);
    assert.equal((await setRoleAs(owner.browser, admin.userId, 'ROLE_OWNER')).status, 200);
    assert.equal((await setRoleAs(owner.browser, other.userId, 'ROLE_ADMIN')).status, 200);
    assert.equal((await removeAs(owner.browser, admin.userId)).status, 204);
    assert.equal(await countOwners(), 1);
  });

  it('keeps the last owner: 409 last_owner', async () => {
    const owner = await signInMember(gateway, 'ROLE_OWNER');
    for (const answer of [
      await removeAs(owner.browser, owner.userId),
      await setRoleAs(owner.browser, owner.userId, 'ROLE_ADMIN'),
    ]) {
      assert.deepEqual([answer.status, answer.json.error], [409, 'last_owner']);
    }
    assert.equal(await countOwners(), 1);
  });

  it('keeps one owner when all of them remove and demote each other at the same time', async () => {
    const owners = await Promise.all(Array.from({ length: 8 }, () => signInMember(gateway, 'ROLE_OWNER')));
    const attempts = owners.flatMap(({ browser }, index) => {
      const userId = owners[(index + 1) % owners.length]?.userId ?? '';
      return [
        removeAs(browser, userId),
        setRoleAs(browser, userId, 'ROLE_ADMIN'),
        setRoleAs(browser, owners[index]?.userId ?? '', 'ROLE_VIEWER'),
      ];
    });
    const statuses = (await Promise.all(attempts)).map(({ status }) => status);
    assert.ok((await countOwners()) >= 1);
    assert.ok(
      statuses.every((status) => [200, 204, 401, 403, 404, 409].includes(status)),
      statuses.join(),
    );
  });

  it('revokes the power of an owner immediately, also for a request that is on its way', async () => {
    const owners = await Promise.all(Array.from({ length: 6 }, () => signInMember(gateway, 'ROLE_OWNER')));
    const attempts = owners.map(({ browser }, index) =>
      setRoleAs(browser, owners[(index + 1) % 6]?.userId ?? '', 'ROLE_ADMIN'),
    );
    const statuses = (await Promise.all(attempts)).map(({ status }) => status);
    const demoted = statuses.filter((status) => status === 200).length;
    assert.equal(await countOwners(), 6 - demoted);
    assert.ok(demoted >= 3 && demoted < 6, statuses.join());
  });
});

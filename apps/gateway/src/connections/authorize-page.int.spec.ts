import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { AuthorizeScene, PAGE, PROVIDER, PROVIDER_URL, STATE } from '../testing/authorize-scene.js';
import { signInMember } from '../testing/browser.js';

describe('the page that confirms an authorization', () => {
  let scene: AuthorizeScene;
  beforeAll(async () => {
    scene = await AuthorizeScene.start();
  });
  afterAll(() => scene.stop());
  beforeEach(() => scene.reset());

  it('shows the project, the organization, the provider, the connection, the starter and the end, and decides nothing', async () => {
    const { browser } = await signInMember(scene.gateway, 'ROLE_ADMIN');
    const { status, text, headers } = await browser.get(`${PAGE}&client_id=sentinel&redirect_uri=http://evil.example`);
    assert.equal(status, 200, text);
    const { client } = scene.gateway.workspace.relational;
    const project = await client.project.findUniqueOrThrow({
      where: { id: scene.gateway.workspace.projectId },
      include: { organization: true },
    });
    for (const [term, value] of [
      ['Project', project.name],
      ['Organization', project.organization.name],
      ['Provider', 'GitHub'],
      ['Connection', 'Issues of the shop'],
      ['Started by', 'API key key under test'],
    ] as const)
      assert.match(text, new RegExp(`<dt>${term}</dt>\\s*<dd>${value}</dd>`));
    assert.match(text, /<dd>in 9 minutes, at \d\d:\d\d UTC<\/dd>/);
    assert.match(text, /Continue to GitHub/);
    assert.doesNotMatch(text, /sentinel|evil/);
    assert.match(String(headers['content-security-policy']), new RegExp(`form-action 'self' https: ${PROVIDER};`));
    assert.deepEqual([scene.arrivals('Confirm'), scene.arrivals('Cancel')], [[], []]);
  });

  it('shows a user who started the authorization as such', async () => {
    const { browser, userId } = await signInMember(scene.gateway, 'ROLE_ADMIN');
    scene.shown = { ...scene.shown, startedByUserId: userId };
    assert.match((await browser.get(PAGE)).text, /<dd>A ROLE_ADMIN \(you\)<\/dd>/);
    const { membershipId } = await scene.gateway.newMember('ROLE_ADMIN');
    const { id: startedByCredentialId } = await scene.gateway.newKey({ membershipId });
    scene.shown = { ...scene.shown, startedByUserId: '', startedByCredentialId };
    assert.match((await browser.get(PAGE)).text, /<dd>API key key under test of A ROLE_ADMIN<\/dd>/);
    scene.shown = { ...scene.shown, startedByCredentialId: randomUUID() };
    assert.match((await browser.get(PAGE)).text, /<dd>An API key that does not exist any more<\/dd>/);
  });

  it('escapes every name', async () => {
    const { browser, userId } = await signInMember(scene.gateway, 'ROLE_OWNER');
    const { client } = scene.gateway.workspace.relational;
    const { organizationId, projectId } = scene.gateway.workspace;
    const hostile = (name: string) => `"><script>${name}</script>&`;
    const escaped = (name: string) => `<dd>${shownAs(name)}</dd>`;
    const shownAs = (name: string) => `&#34;&#62;&#60;script&#62;${name}&#60;/script&#62;&#38;`;
    const before = await client.project.findUniqueOrThrow({
      where: { id: projectId },
      include: { organization: true },
    });
    await client.project.update({ where: { id: projectId }, data: { name: hostile('project') } });
    await client.organization.update({ where: { id: organizationId }, data: { name: hostile('organization') } });
    await client.apiKey.update({
      where: { id: scene.shown.startedByCredentialId ?? '' },
      data: { name: hostile('key') },
    });
    await client.user.update({ where: { id: userId }, data: { name: hostile('user') } });
    scene.shown = { ...scene.shown, displayName: hostile('connection') };
    try {
      const { text } = await browser.get(PAGE);
      for (const name of ['project', 'organization', 'connection']) assert.ok(text.includes(escaped(name)), name);
      assert.ok(text.includes(`<dd>API key ${shownAs('key')}</dd>`));
      assert.doesNotMatch(text, /<script/);
    } finally {
      await client.project.update({ where: { id: projectId }, data: { name: before.name } });
      await client.organization.update({ where: { id: organizationId }, data: { name: before.organization.name } });
    }
  });

  it('binds the authorization to the session and continues to the stored address of the provider', async () => {
    const { browser, userId } = await signInMember(scene.gateway, 'ROLE_ADMIN');
    const { status, headers } = await scene.decide(browser, 'continue');
    assert.deepEqual([status, headers.location], [303, PROVIDER_URL]);
    assert.deepEqual([headers['referrer-policy'], headers['cache-control']], ['no-referrer', 'no-store']);
    const [request, ...others] = scene.arrivals('Confirm');
    assert.deepEqual(others, []);
    const { state, credentialId, userId: user } = request ?? {};
    assert.deepEqual([state, credentialId, user], [STATE, await scene.sessionId(userId), userId]);
    const { projectId, connectionId } = scene.shown;
    const target = { connection_id: connectionId };
    assert.deepEqual(await scene.audited(userId, 'connections.oauth_confirm'), {
      projectId,
      target,
      status: 303,
      error: null,
    });
  });

  it('ends the authorization when the user cancels', async () => {
    const { browser, userId } = await signInMember(scene.gateway, 'ROLE_ADMIN');
    const { status, headers } = await scene.decide(browser, 'cancel');
    const { projectId, connectionId } = scene.shown;
    const location = `/configure/connections?result=denied&project_id=${projectId}`;
    assert.deepEqual([status, headers.location], [303, location]);
    assert.deepEqual([scene.arrivals('Cancel').length, scene.arrivals('Confirm').length], [1, 0]);
    const target = { connection_id: connectionId };
    assert.deepEqual(await scene.audited(userId, 'connections.oauth_cancel'), {
      projectId,
      target,
      status: 303,
      error: 'denied',
    });
  });

  it('completes the authorization for the user of the session, and for no key', async () => {
    const { browser, userId, key } = await signInMember(scene.gateway, 'ROLE_ADMIN');
    const { browser: viewer } = await signInMember(scene.gateway, 'ROLE_VIEWER');
    const callback = `/api/v1/connections/oauth/callback?state=${STATE}&code=x`;
    scene.completed = { result: 'invalid_state' };
    await scene.gateway.send(callback, { key });
    await viewer.get(callback);
    const { projectId, connectionId } = scene.shown;
    scene.completed = { result: 'connected', projectId, connectionId };
    const { status, headers } = await browser.get(callback);
    const location = `/configure/connections?result=connected&project_id=${projectId}&connection_id=${connectionId}`;
    assert.deepEqual([status, headers.location], [303, location]);
    assert.deepEqual(
      scene.arrivals('Complete').map((request) => [request['credentialId'], request['userId']]),
      [
        ['', ''],
        ['', ''],
        [await scene.sessionId(userId), userId],
      ],
    );
    const target = { connection_id: connectionId };
    assert.deepEqual(await scene.audited(userId, 'connections.oauth_callback'), {
      projectId,
      target,
      status: 303,
      error: null,
    });
  });
});

import assert from 'node:assert/strict';
import { AuthorizeScene, PAGE } from '../testing/authorize-scene.js';
import { Browser, signInMember } from '../testing/browser.js';

describe('refusals of the page that confirms an authorization', () => {
  let scene: AuthorizeScene;
  beforeAll(async () => {
    scene = await AuthorizeScene.start();
  });
  afterAll(() => scene.stop());
  beforeEach(() => scene.reset());

  it('asks for a sign-in first, and returns to the page with nothing but the state', async () => {
    const { email, password } = await signInMember(scene.gateway, 'ROLE_ADMIN');
    const browser = new Browser(scene.gateway);
    const { key } = await scene.gateway.newMember('ROLE_ADMIN');
    for (const headers of [undefined, { 'x-svc-api-key': key }]) {
      const { status, headers: sent } = await browser.send(
        `${PAGE}&scope=%3Cb%3E&return_to=//evil.example`,
        'GET',
        undefined,
        headers,
      );
      assert.equal(status, 303);
      assert.equal(sent.location, `/login?return_to=${encodeURIComponent(PAGE)}`);
    }
    const { headers } = await browser.submit('/login', { email, password, return_to: PAGE });
    assert.equal(headers.location, PAGE);
    assert.deepEqual(scene.gateway.recorder.arrivals, []);
    const odd = await new Browser(scene.gateway).get('/connections/authorize?state=%22%3E%3Cscript%3E');
    assert.equal(odd.headers.location, `/login?return_to=${encodeURIComponent('/connections/authorize')}`);
  });

  it.each(['ROLE_MEMBER', 'ROLE_VIEWER'] as const)('forbids the page to a %s, whatever the state', async (role) => {
    const { browser, userId } = await signInMember(scene.gateway, role);
    for (const target of [PAGE, '/connections/authorize?state=unknown']) {
      const { status, text } = await browser.get(target);
      assert.equal(status, 403);
      assert.match(text, /You cannot connect a project/);
      assert.doesNotMatch(text, /Issues of the shop/);
    }
    for (const decision of ['continue', 'cancel']) assert.equal((await scene.decide(browser, decision)).status, 403);
    assert.deepEqual(scene.gateway.recorder.arrivals, []);
    const entry = await scene.audited(userId, 'connections.oauth_confirm');
    assert.deepEqual(entry, { projectId: null, target: {}, status: 403, error: 'permission_denied' });
  });

  it('answers an authorization of another organization like one that never was', async () => {
    const { browser, userId } = await signInMember(scene.gateway, 'ROLE_OWNER');
    const read = async () => [
      await browser.get(PAGE),
      await scene.decide(browser, 'continue'),
      await scene.decide(browser, 'cancel'),
    ];
    scene.shown = { ...scene.shown, projectId: scene.gateway.foreign.projectId };
    const foreign = await read();
    scene.shown = { result: 'invalid_state' };
    const unknown = await read();
    assert.deepEqual(
      foreign.map(({ status, text }) => ({ status, text })),
      unknown.map(({ status, text }) => ({ status, text })),
    );
    for (const { status, text } of foreign) {
      assert.equal(status, 404);
      assert.match(text, /role="alert">This address has been used already/);
    }
    assert.deepEqual([scene.arrivals('Confirm'), scene.arrivals('Cancel')], [[], []]);
    const entry = await scene.audited(userId, 'connections.oauth_confirm');
    assert.deepEqual(entry, { projectId: null, target: {}, status: 404, error: 'not_found' });
  });

  it('explains why the authorization cannot be used any more', async () => {
    const { browser } = await signInMember(scene.gateway, 'ROLE_ADMIN');
    scene.shown = { result: 'expired_state' };
    const expired = await browser.get(PAGE);
    assert.equal(expired.status, 404);
    assert.match(expired.text, /role="alert">The authorization took more than ten minutes/);
  });

  it('does not continue when another session was faster', async () => {
    const { browser } = await signInMember(scene.gateway, 'ROLE_ADMIN');
    scene.decided = { result: 'invalid_state', providerUrl: '' };
    for (const decision of ['continue', 'cancel']) {
      const { status, headers } = await scene.decide(browser, decision);
      assert.deepEqual([status, headers.location], [404, undefined]);
    }
  });

  it('takes a decision only from its own form in the same session', async () => {
    const { browser } = await signInMember(scene.gateway, 'ROLE_ADMIN');
    const { browser: other } = await signInMember(scene.gateway, 'ROLE_ADMIN');
    for (const token of ['', 'x', other.csrfToken])
      assert.equal((await scene.decide(browser, 'continue', token)).status, 403);
    const foreign: Record<string, string>[] = [{ origin: 'https://evil.example' }, { 'sec-fetch-site': 'cross-site' }];
    for (const headers of foreign)
      assert.equal((await scene.decide(browser, 'continue', browser.csrfToken, headers)).status, 403);
    assert.equal((await scene.decide(browser, 'sentinel')).status, 400);
    const stranger = await scene.decide(new Browser(scene.gateway), 'continue', browser.csrfToken);
    assert.deepEqual(
      [stranger.status, stranger.headers.location],
      [303, `/login?return_to=${encodeURIComponent(PAGE)}`],
    );
    assert.deepEqual(scene.gateway.recorder.arrivals, []);
  });
});

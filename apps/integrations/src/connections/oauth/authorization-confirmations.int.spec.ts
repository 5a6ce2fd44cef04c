import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { timestampDate } from '@bufbuild/protobuf/wkt';
import { AuthorizationScene, PUBLIC_URL } from '../../testing/authorization-scene.js';

const MINUTE_MS = 60_000;
const MAX_PENDING = 50;

describe('the confirmation of an authorization', () => {
  let scene: AuthorizationScene;
  beforeAll(async () => {
    scene = await AuthorizationScene.start();
  });
  afterAll(() => scene.stop());
  beforeEach(() => {
    scene.clock.aheadMs = 0;
  });

  const review = (state: string, session: object) => scene.server.authorizations.get({ state, ...session });
  const confirm = (state: string, session: object) => scene.server.authorizations.confirm({ state, ...session });
  const cancel = (state: string, session: object) => scene.server.authorizations.cancel({ state, ...session });

  it('starts an authorization on a page of the service, whose query is that of the page of the provider', async () => {
    const { authorizeUrl, state } = await scene.start();
    const { providerUrl } = await confirm(state, scene.session());
    const [page, target] = [new URL(authorizeUrl), new URL(providerUrl)];
    assert.equal(page.origin + page.pathname, `${PUBLIC_URL}/connections/authorize`);
    assert.equal(target.origin + target.pathname, `${scene.provider.url}/authorize`);
    assert.equal(page.search, target.search);
    for (const name of ['state', 'code_challenge', 'client_id', 'redirect_uri', 'scope'])
      assert.ok(page.searchParams.has(name), name);
  });

  it('shows the project, the connection, the starter and the end', async () => {
    const as = scene.caller();
    const { state, stateExpiresAt } = await scene.start(as, { displayName: 'Issues of the shop' });
    const shown = await review(state, scene.session());
    assert.deepEqual(
      [shown.result, shown.projectId, shown.provider, shown.displayName, shown.providerOrigin],
      ['', as.context.project?.id, 'github', 'Issues of the shop', scene.provider.url],
    );
    assert.deepEqual([shown.startedByCredentialId, shown.startedByUserId], [as.context.credentialId, '']);
    assert.ok(shown.expiresAt && stateExpiresAt);
    assert.deepEqual(timestampDate(shown.expiresAt), timestampDate(stateExpiresAt));
  });

  it('shows the name of a connection that is authorized again', async () => {
    const as = scene.caller();
    const { connectionId } = await scene.complete((await scene.begin(as, { displayName: 'Its name' })).answer);
    const { connection } = scene.server.database.relational.client;
    await connection.update({ where: { id: connectionId }, data: { state: 'needs_reauth' } });
    const { state } = await scene.start(as, { displayName: undefined, connectionId });
    const shown = await review(state, scene.session());
    assert.deepEqual([shown.displayName, shown.connectionId], ['Its name', connectionId]);
  });

  it('completes no authorization that was not confirmed, whatever credential the browser has', async () => {
    const as = scene.caller();
    const { authorizeUrl } = await scene.start(as);
    const answer = scene.provider.agree(authorizeUrl);
    const { credentialId } = as.context;
    for (const caller of [{}, { credentialId }, { credentialId, userId: '' }, scene.session()])
      assert.equal(await scene.resultOf({ ...answer, ...caller }), 'invalid_state');
  });

  it('lets only the session that confirmed complete the authorization', async () => {
    const { answer, session } = await scene.begin();
    const { userId, credentialId } = session;
    for (const other of [scene.session(userId), scene.session(), { credentialId, userId: randomUUID() }])
      assert.equal(await scene.resultOf({ ...answer, ...other }), 'invalid_state');
    assert.equal(await scene.resultOf({ state: answer.state, code: answer.code }), 'invalid_state');
    assert.equal(await scene.resultOf(answer), 'connected');
  });

  it('accepts a confirmation in any session of the user who started, and of no other user', async () => {
    const as = scene.caller('user');
    const { state } = await scene.start(as);
    for (const other of [scene.session(), { ...scene.session(), userId: '' }, {}]) {
      assert.deepEqual(
        [(await review(state, other)).result, (await review(state, other)).projectId],
        ['invalid_state', ''],
      );
      const { result, providerUrl } = await confirm(state, other);
      assert.deepEqual([result, providerUrl], ['invalid_state', '']);
      assert.equal((await cancel(state, other)).result, 'invalid_state');
    }
    const own = scene.session(as.context.userId);
    assert.equal((await review(state, own)).startedByUserId, as.context.userId);
    const { code } = scene.provider.agree((await confirm(state, own)).providerUrl);
    assert.equal(await scene.resultOf({ state, code, ...own }), 'connected');
  });

  it('accepts a confirmation of every user where a key started, also a key that acts for another user', async () => {
    const { context } = scene.caller();
    const { state } = await scene.start({ context: { ...context, userId: randomUUID() } });
    const session = scene.session();
    const { code } = scene.provider.agree((await confirm(state, session)).providerUrl);
    assert.equal(await scene.resultOf({ state, code, ...session }), 'connected');
  });

  it('binds an authorization of a key to one of two sessions that confirm at once', async () => {
    const { state } = await scene.start();
    const sessions = [scene.session(), scene.session()];
    const results = await Promise.all(sessions.map(async (session) => (await confirm(state, session)).result));
    assert.deepEqual([...results].sort(), ['', 'invalid_state']);
    const [winner, loser] = results[0] === '' ? sessions : [...sessions].reverse();
    assert.ok(winner && loser);
    assert.equal((await confirm(state, winner)).result, '', 'a second click');
    assert.equal((await review(state, loser)).result, 'invalid_state');
    assert.equal((await cancel(state, loser)).result, 'invalid_state');
    assert.equal((await review(state, winner)).result, '');
  });

  it('ends an authorization after ten minutes, and by a cancellation', async () => {
    const session = scene.session();
    const [late, cancelled] = [await scene.start(), await scene.start()];
    assert.equal((await cancel(cancelled.state, session)).result, '');
    scene.clock.aheadMs = 10 * MINUTE_MS;
    for (const act of [review, confirm, cancel]) {
      assert.equal((await act(late.state, session)).result, 'expired_state');
      assert.equal((await act(cancelled.state, session)).result, 'invalid_state');
    }
  });

  it('refuses a state that nobody started', async () => {
    for (const state of ['', 'x'.repeat(43)])
      for (const act of [review, confirm, cancel])
        assert.equal((await act(state, scene.session())).result, 'invalid_state');
  });

  it('refuses a confirmation after the operator has removed the client of the provider', async () => {
    const { state } = await scene.start();
    const { github } = scene.clients;
    delete scene.clients.github;
    try {
      for (const act of [review, confirm])
        assert.equal((await act(state, scene.session())).result, 'provider_rejected');
    } finally {
      Object.assign(scene.clients, { github });
    }
  });

  it('limits the authorizations of a project that are not complete, and no other project', async () => {
    const as = scene.caller();
    const begun = await scene.begin(as);
    for (let count = 1; count < MAX_PENDING; count += 1) await scene.start(as, { displayName: `GitHub ${count}` });
    const start = () => scene.start(as, { displayName: 'One more' });
    await assert.rejects(start(), { code: 'quota_exceeded' });
    await scene.start(scene.caller());
    assert.equal(await scene.resultOf(begun.answer), 'connected');
    await start();
    await assert.rejects(start(), { code: 'quota_exceeded' });
    scene.clock.aheadMs = 10 * MINUTE_MS;
    await start();
  });
});

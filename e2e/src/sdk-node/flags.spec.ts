import assert from 'node:assert/strict';
import { eventually } from '@svc/testing';
import { PostHog } from 'posthog-node';
import { makeKey } from '../api.js';
import { create, openProject, type Scene } from '../flags/flag.js';
import { makePublishableKey } from '../openfeature/publishable-key.js';
import { theService } from '../topology.js';

const FLAGS = ['banner', 'checkout', 'team'];
const REMOTE_CONFIG = '/api/projects/@current/feature_flags/limits/remote_config';

describe('flags through the SDK of PostHog, with no more than our address', () => {
  let scene: Scene;
  let keys: readonly (readonly [string, string])[];
  const sdk = (key: string): PostHog => new PostHog(key, { host: theService().ingestUrl, fetchRetryCount: 0 });
  beforeAll(async () => {
    scene = await openProject();
    const plan = { type: 'person', key: 'plan', operator: 'eq', value: 'pro' };
    const size = { type: 'group', group_type: 'company', key: 'seats', operator: 'gt', value: 10 };
    await create(scene, { key: 'banner', filters: { groups: [{ conditions: [plan] }] } });
    await create(scene, { key: 'team', filters: { groups: [{ conditions: [size] }] } });
    await create(scene, { key: 'off', active: false });
    await create(scene, {
      key: 'checkout',
      variants: [
        { key: 'one-page', weight: 100, payload: { steps: 1 } },
        { key: 'classic', weight: 0 },
      ],
    });
    const scopes = ['analytics:write', 'flags:evaluate'];
    keys = [
      ['a secret key', (await makeKey(scopes, scene.project)).secret],
      ['a publishable key', await makePublishableKey(scene.project, scopes)],
    ];
  });

  it('evaluates flags for the SDK with the properties of the request and of the store, with a secret and a publishable key', async () => {
    for (const [what, key] of keys) {
      const client = sdk(key);
      const properties = { personProperties: { plan: 'pro' }, groupProperties: { company: { seats: '20' } } };
      const pro = { ...properties, groups: { company: 'acme' }, sendFeatureFlagEvents: false };
      const all = await client.getAllFlagsAndPayloads('ann', pro);
      assert.deepEqual(all.featureFlags, { banner: true, checkout: 'one-page', off: false, team: true }, what);
      assert.deepEqual(all.featureFlagPayloads, { checkout: { steps: 1 } });
      assert.equal(await client.getFeatureFlag('checkout', 'ann', pro), 'one-page');
      assert.equal(await client.isFeatureEnabled('banner', 'bob', { sendFeatureFlagEvents: false }), false);
      assert.equal(await client.isFeatureEnabled('off', 'bob', { sendFeatureFlagEvents: false }), false);
      assert.deepEqual(await client.getFeatureFlagPayload('checkout', 'bob'), { steps: 1 });
      await client.shutdown();
    }
  });

  it('knows the properties that the same SDK has identified', async () => {
    const client = sdk(keys[0]?.[1] ?? '');
    await client.identifyImmediate({ distinctId: 'cyd', properties: { $set: { plan: 'pro' } } });
    await eventually('the stored property', () =>
      client.isFeatureEnabled('banner', 'cyd', { sendFeatureFlagEvents: false }),
    );
    await client.shutdown();
  });

  const post = (path: string, body: object, headers: Record<string, string> = {}) =>
    fetch(`${theService().ingestUrl}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });

  it('sends reasons with a secret key only, and the older form to older SDKs', async () => {
    for (const [what, token] of keys) {
      const described = (await (await post('/flags/?v=2', { token, distinct_id: 'ann' })).json()) as {
        flags: Record<string, { reason?: unknown; enabled: boolean }>;
      };
      assert.deepEqual(Object.keys(described.flags).sort(), [...FLAGS, 'off'].sort());
      const hasReasons = Object.values(described.flags).map(({ reason }) => reason !== undefined);
      assert.ok(
        hasReasons.every((has) => has === (what === 'a secret key')),
        what,
      );
      const older = await post('/decide/?v=3', { token, distinct_id: 'ann', person_properties: { plan: 'pro' } });
      const { featureFlags, featureFlagPayloads } = (await older.json()) as Record<string, unknown>;
      assert.deepEqual(featureFlags, { banner: true, checkout: 'one-page', off: false, team: false });
      assert.deepEqual(featureFlagPayloads, { checkout: '{"steps":1}' });
    }
  });

  it('refuses the SDK as it refuses operations, for pages too', async () => {
    const distinct_id = 'ann';
    const { secret } = await makeKey(['analytics:write'], scene.project);
    const [[, token] = ['', '']] = keys;
    const cases: [object, number, string][] = [
      [{ distinct_id }, 401, 'unauthenticated'],
      [{ token: 'svc_unknown', distinct_id }, 401, 'unauthenticated'],
      [{ token: secret, distinct_id }, 403, 'permission_denied'],
      [{ token }, 400, 'invalid_request'],
      [{ token, distinct_id, groups: [] }, 400, 'invalid_request'],
      [{ token, distinct_id, person_properties: { text: 'x'.repeat(200_000) } }, 413, 'payload_too_large'],
    ];
    for (const [body, status, error] of cases) {
      const answer = await post('/flags?v=2', body, { origin: 'https://shop.example' });
      const json = (await answer.json()) as { error: string };
      assert.deepEqual([answer.status, json.error], [status, error]);
      assert.equal(answer.headers.get('access-control-allow-origin'), '*');
    }
    const preflight = await fetch(`${theService().ingestUrl}/flags/`, { method: 'OPTIONS' });
    assert.equal(preflight.status, 204);
  });

  describe('that evaluates them in its own process', () => {
    let secret: string;
    let page: string;
    /** The requests of the SDK, without the key in their URLs. */
    const asked: string[] = [];
    const local = (personalApiKey: string, more: object = {}): PostHog =>
      new PostHog(page, {
        host: theService().ingestUrl,
        personalApiKey,
        fetchRetryCount: 0,
        fetch: async (url, options) => {
          const answer = await fetch(url, options);
          asked.push(`${answer.status} ${new URL(url).pathname}`);
          return answer;
        },
        ...more,
      });
    beforeAll(async () => {
      secret = (await makeKey(['flags:read'], scene.project)).secret;
      [, [, page = ''] = []] = keys;
      const banner = { type: 'flag', key: 'banner', operator: 'eq', value: true };
      await create(scene, { key: 'after-banner', filters: { groups: [{ conditions: [banner] }] } });
      const seats = { type: 'group', group_type: 'company', key: 'seats', operator: 'gt', value: 10 };
      await create(scene, { key: 'large', filters: { aggregation: 'company', groups: [{ conditions: [seats] }] } });
    });

    it('asks for definitions once, and for evaluations only where they differ or a property is not known', async () => {
      const client = local(secret);
      const size = { company: { seats: '20' } };
      const options = { sendFeatureFlagEvents: false, groups: { company: 'acme' }, groupProperties: size };
      const pro = { ...options, personProperties: { plan: 'pro' } };
      asked.length = 0;
      const found = [];
      for (const key of ['banner', 'checkout', 'large', 'off'])
        found.push(await client.getFeatureFlag(key, 'ann', pro));
      assert.deepEqual(found, [true, 'one-page', true, false]);
      assert.deepEqual(await client.getFeatureFlagPayload('checkout', 'ann'), { steps: 1 });
      assert.deepEqual(asked, ['200 /flags/definitions']);
      assert.equal(await client.getFeatureFlag('after-banner', 'ann', pro), true);
      assert.equal(await client.getFeatureFlag('banner', 'nobody', options), false);
      assert.equal(await client.getFeatureFlag('team', 'ann', pro), true, 'a company decides about a person');
      assert.deepEqual(asked.slice(1), ['200 /flags/', '200 /flags/', '200 /flags/']);
      await client.reloadFeatureFlags();
      assert.deepEqual(asked.slice(4), ['304 /flags/definitions']);
      await client.shutdown();
    });

    it('sees a change at its next poll, and reads the payload of a flag', async () => {
      const client = local(secret);
      await create(scene, { key: 'limits', filters: { groups: [{ conditions: [] }], payload: { rows: 50 } } });
      await client.reloadFeatureFlags();
      assert.equal(await client.getFeatureFlag('limits', 'ann', { sendFeatureFlagEvents: false }), true);
      assert.deepEqual(await client.getRemoteConfigPayload('limits'), { rows: 50 });
      assert.equal(await client.getRemoteConfigPayload('checkout'), null);
      await client.shutdown();
    });

    it('is refused with a key that must not read flags, belongs to another project, or would be logged', async () => {
      const other = await openProject();
      const strangers = (await makeKey(['flags:read'], other.project)).secret;
      const evaluates = (await makeKey(['flags:evaluate'], scene.project)).secret;
      const paths = ['/flags/definitions', '/api/feature_flag/local_evaluation/', REMOTE_CONFIG];
      const cases: [string, string, number, string][] = [
        ['', page, 401, 'unauthenticated'],
        [page, page, 403, 'permission_denied'],
        [evaluates, page, 403, 'permission_denied'],
        [strangers, page, 403, 'permission_denied'],
        [secret, secret, 401, 'unauthenticated'],
      ];
      for (const path of paths) {
        for (const [key, token, status, error] of cases) {
          const headers = key === '' ? undefined : { authorization: `Bearer ${key}` };
          const answer = await fetch(`${theService().ingestUrl}${path}?token=${token}&send_cohorts`, { headers });
          const text = await answer.text();
          assert.deepEqual([answer.status, (JSON.parse(text) as { error: string }).error], [status, error], path);
          assert.ok(!text.includes(token));
        }
        const headers = { authorization: `Bearer ${secret}` };
        assert.equal((await fetch(`${theService().ingestUrl}${path}?token=phc_other`, { headers })).status, 200);
        const posted = await fetch(`${theService().ingestUrl}${path}`, { method: 'POST', headers });
        assert.deepEqual([posted.status, posted.headers.get('allow')], [405, 'GET, OPTIONS']);
      }
      for (const name of ['absent', '%ff']) {
        const path = REMOTE_CONFIG.replace('limits', name);
        const answer = await fetch(theService().ingestUrl + path, { headers: { authorization: `Bearer ${secret}` } });
        assert.equal(answer.status, 404);
      }
    });
  });
});

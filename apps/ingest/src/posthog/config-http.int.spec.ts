import assert from 'node:assert/strict';
import { create } from '@bufbuild/protobuf';
import { generateApiKey, hashSecret } from '@svc/auth';
import { KeyRefusal, KeysResolveResponseSchema } from '@svc/contract';
import { createLogger } from '@svc/observability';
import { serve, type Served } from '../http/serve.fixture.js';
import { KeyDirectory } from '../receive/key-directory.js';
import { isPostHogConfigPath, postHogConfigHandler } from './config-http.js';
import { remoteConfig } from './remote-config.js';

const ORIGIN = 'https://shop.example';
const [known, unknown, secret] = [
  generateApiKey('publishable'),
  generateApiKey('publishable'),
  generateApiKey('project'),
];

describe('the configuration for SDKs of PostHog over HTTP', () => {
  const scopes = ['analytics:write'];
  const keys = new KeyDirectory((sha256) =>
    Promise.resolve(
      create(
        KeysResolveResponseSchema,
        hashSecret(known.secret).equals(sha256)
          ? { keyId: 'k', scopes, project: { id: 'p', number: 1 }, publishable: true, allowedOrigins: [ORIGIN] }
          : { refusal: KeyRefusal.UNKNOWN },
      ),
    ),
  );
  const logger = createLogger({ service: 'test', level: 'silent' });
  const handler = postHogConfigHandler({ keys, hasObjects: true, logger });
  let served: Served;
  beforeAll(async () => {
    served = await serve(handler);
  });
  afterAll(() => served.stop());

  const ask = (path: string, origin = ORIGIN, method = 'GET'): Promise<Response> =>
    fetch(served.origin + path, { method, headers: { origin } });

  it('is JSON for pages of the origins of the key, and kept for a minute', async () => {
    const answer = await ask(`/array/${known.secret}/config`);
    const kept = [answer.headers.get('cache-control'), answer.headers.get('vary')];
    assert.deepEqual([answer.status, ...kept], [200, 'private, max-age=60', 'origin']);
    assert.equal(answer.headers.get('access-control-allow-origin'), '*');
    assert.deepEqual(await answer.json(), remoteConfig({ scopes }, true));
    assert.equal((await ask(`/array/${known.secret}/config`, 'https://other.example')).status, 403);
    assert.equal((await ask(`/array/${known.secret}/config`, ORIGIN, 'HEAD')).status, 200);
  });

  it('is a script that pages of any policy may load', async () => {
    const answer = await ask(`/array/${known.secret}/config.js`);
    const { headers } = answer;
    assert.deepEqual(
      [answer.status, headers.get('content-type'), headers.get('cross-origin-resource-policy')],
      [200, 'text/javascript; charset=utf-8', 'cross-origin'],
    );
    assert.ok((await answer.text()).includes(`"${known.secret}":{"config":{`));
  });

  it('is refused for other keys, of which a secret one never belongs into a path', async () => {
    for (const key of [unknown.secret, secret.secret, 'phc_other']) {
      const answer = await ask(`/array/${key}/config`);
      assert.equal(answer.status, 401);
      assert.ok(!(await answer.text()).includes(key));
    }
    const posted = await ask(`/array/${known.secret}/config`, ORIGIN, 'POST');
    assert.deepEqual([posted.status, posted.headers.get('allow')], [405, 'GET, HEAD, OPTIONS']);
  });

  it.each([
    ['/array/svc_publishable_a/config', true],
    ['/array/svc_publishable_a/config.js', true],
    ['/array/svc_publishable_a/array.js', false],
    ['/array//config', false],
    ['/array/a%2f/config', false],
    ['/array/a/b/config', false],
    [`/array/${'a'.repeat(201)}/config`, false],
  ])('is at %s: %s', (path, expected) => assert.equal(isPostHogConfigPath(path), expected));
});

import assert from 'node:assert/strict';
import { inContainer } from './containers/docker.js';
import { firstAvailable, givenBy } from './source.js';

const VARIABLE = 'SVC_TEST_SOURCE_SPEC_URL';
const given = givenBy(VARIABLE, (url) => ({ url }));
const local = () => Promise.resolve({ url: 'local', stop: () => Promise.resolve() });
const withoutDocker = () => Promise.resolve('no container engine (Docker)');

describe('the sources of a test server', () => {
  afterEach(() => {
    delete process.env[VARIABLE];
  });

  it('prefers the given address and tries no other source', async () => {
    process.env[VARIABLE] = 'given';
    const never = () => Promise.reject(new Error('asked'));
    const server = await firstAvailable(given, never);
    assert.ok(typeof server === 'object');
    assert.equal(server.url, 'given');
    await server.stop();
  });

  it('prefers a container to a local program', async () => {
    const container = { url: 'container', stop: () => Promise.resolve() };
    const containers = await import('testcontainers');
    const found = await firstAvailable(
      given,
      inContainer(
        () => Promise.resolve(container),
        () => Promise.resolve(containers),
      ),
      local,
    );
    assert.equal(found, container);
  });

  it('falls back to a local program without Docker, and when the container does not start', async () => {
    const broken = inContainer(
      () => Promise.reject(new Error('no such image')),
      () => import('testcontainers'),
    );
    for (const source of [inContainer(() => Promise.reject(new Error('started')), withoutDocker), broken]) {
      const found = await firstAvailable(given, source, local);
      assert.ok(typeof found === 'object');
      assert.equal(found.url, 'local');
    }
  });

  it('names every reason when none has a server', async () => {
    const reason = await firstAvailable(given, inContainer(local, withoutDocker), () =>
      Promise.resolve('no server on the path'),
    );
    assert.equal(reason, `${VARIABLE} is not set; no container engine (Docker); no server on the path`);
  });
});

import assert from 'node:assert/strict';
import { theService } from '../topology.js';
import { permittedBy, readContract } from './contract.js';

const URL = 'http://service.example:8080';
const permitted = permittedBy(URL, {
  '/api/v1/logs': { get: {} },
  '/api/v1/traces/{trace_id}/spans/{span_id}': { get: {} },
  '/api/v1/flags/{flag_key}': { get: {}, patch: {} },
});

describe('the requests that a page may send', () => {
  it.each([
    ['GET', '/api/v1/logs?q=a%2Fb', true],
    ['POST', '/api/v1/logs', false],
    ['GET', '/api/v1/logs/more', false],
    ['GET', '/api/v1xlogs', false],
    ['GET', '/api/v1/traces/a/spans/b', true],
    ['GET', '/api/v1/traces/a/b/spans/c', false],
    ['PATCH', '/api/v1/flags/new-checkout', true],
    ['DELETE', '/api/v1/flags/new-checkout', false],
    ['GET', '/assets/main-0A1B2C3D.js', true],
    ['POST', '/assets/main-0A1B2C3D.js', false],
    ['GET', '/replay/frame', true],
    ['GET', '/replay/frame/player.js', true],
    // The style sheet of the pages without scripts, such as that for signing in.
    ['GET', '/pages.css', true],
    ['GET', '/login', false],
    ['GET', 'https://other.example/assets/main.js', false],
    ['GET', 'data:image/png;base64,AA==', true],
  ])('%s %s: %s', (method, target, expected) => {
    const url = target.startsWith('/') ? URL + target : target;
    assert.equal(permitted({ method, url, isNavigation: false }), expected);
  });

  it('include documents of the service, and those of nobody else', () => {
    assert.equal(permitted({ method: 'GET', url: `${URL}/p/web-shop/logs`, isNavigation: true }), true);
    assert.equal(permitted({ method: 'GET', url: 'http://service.example:8081/', isNavigation: true }), false);
  });

  it('are those of the document that the service serves', async () => {
    const { httpUrl } = theService();
    const served = await readContract(httpUrl);
    const ask = (method: string, path: string) => served({ method, url: httpUrl + path, isNavigation: false });
    assert.deepEqual([ask('GET', '/api/v1/logs'), ask('GET', '/api/v1/no-such-operation')], [true, false]);
  });
});

import assert from 'node:assert/strict';
import type { IncomingHttpHeaders } from 'node:http';
import { takeProjectPath } from './project-path.js';

const taken = (url: string, header?: string, takes?: (rest: string) => boolean) => {
  const headers: IncomingHttpHeaders = header === undefined ? {} : { 'x-svc-project': header };
  const request = { url, headers };
  takeProjectPath(request, takes);
  return { url: request.url, project: request.headers['x-svc-project'] };
};

describe('takeProjectPath', () => {
  it.each([
    ['/p/shop/loki/api/v1/push', '/loki/api/v1/push', 'shop'],
    ['/p/my-shop/v1/logs?x=/p/a/', '/v1/logs?x=/p/a/', 'my-shop'],
    ['/p/0193f0a2-0000-7000-8000-000000000001/v1/logs', '/v1/logs', '0193f0a2-0000-7000-8000-000000000001'],
    ['/p/shop/p/other/v1/logs', '/p/other/v1/logs', 'shop'],
    ['/p/shop', '/p/shop', undefined],
    ['/p//v1/logs', '/p//v1/logs', undefined],
    ['/p/%2e%2e/v1/logs', '/p/%2e%2e/v1/logs', undefined],
    ['/v1/p/shop/logs', '/v1/p/shop/logs', undefined],
  ])('reads %s', (from, url, project) => {
    assert.deepEqual(taken(from), { url, project });
  });

  it('keeps a header that names the same project, and both names if they differ', () => {
    assert.equal(taken('/p/shop/v1/logs', 'shop').project, 'shop');
    assert.deepEqual(taken('/p/shop/v1/logs', 'other').project, ['shop', 'other']);
    assert.equal(taken('/v1/logs', 'other').project, 'other');
  });

  it('leaves paths as they are that take no prefix', () => {
    const takes = (rest: string) => rest.startsWith('/api/');
    assert.deepEqual(taken('/p/shop/logs', undefined, takes), { url: '/p/shop/logs', project: undefined });
    assert.deepEqual(taken('/p/shop/api/v1/logs', undefined, takes), { url: '/api/v1/logs', project: 'shop' });
  });
});

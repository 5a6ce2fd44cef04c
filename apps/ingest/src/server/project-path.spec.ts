import assert from 'node:assert/strict';
import type { IncomingMessage } from 'node:http';
import { selectProject } from '../receive/project-selector.js';
import { takeProjectPath } from './project-path.js';

const taken = (url: string, header?: string) => {
  const request = { url, headers: header === undefined ? {} : { 'x-svc-project': header } };
  takeProjectPath(request as unknown as IncomingMessage);
  return request;
};

describe('takeProjectPath', () => {
  it.each([
    ['/p/shop/loki/api/v1/push', '/loki/api/v1/push', 'shop'],
    ['/p/my-shop/v1/logs?x=/p/a/', '/v1/logs?x=/p/a/', 'my-shop'],
    ['/p/0193f0a2-0000-7000-8000-000000000001/v1/logs', '/v1/logs', '0193f0a2-0000-7000-8000-000000000001'],
    ['/p/shop/p/other/v1/logs', '/p/other/v1/logs', 'shop'],
    ['/p/shop', '/p/shop', ''],
    ['/p//v1/logs', '/p//v1/logs', ''],
    ['/p/%2e%2e/v1/logs', '/p/%2e%2e/v1/logs', ''],
    ['/v1/p/shop/logs', '/v1/p/shop/logs', ''],
  ])('reads %s', (url, rest, project) => {
    const request = taken(url);
    assert.equal(request.url, rest);
    assert.equal(selectProject(request).projectSelector, project);
  });

  it('keeps a header that names the same project, and is a conflict with one that names another', () => {
    assert.equal(selectProject(taken('/p/shop/v1/logs', 'shop')).projectSelector, 'shop');
    assert.throws(() => selectProject(taken('/p/shop/v1/logs', 'other')), { code: 'permission_denied' });
    assert.equal(selectProject(taken('/v1/logs', 'other')).projectSelector, 'other');
  });
});

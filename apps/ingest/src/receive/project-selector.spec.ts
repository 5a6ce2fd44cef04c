import assert from 'node:assert/strict';
import { ServiceError } from '@svc/service-error';
import { selectProject } from './project-selector.js';

const cases: [string, string | undefined, [string, string] | undefined][] = [
  ['/v1/logs', undefined, ['', '']],
  ['/v1/logs', ' shop ', ['', 'shop']],
  ['/v1/logs?project_id=p1', undefined, ['p1', '']],
  ['/v1/logs?project_id=p1', 'shop', ['p1', 'shop']],
  ['/v1/logs?project_id=', 'shop', ['', 'shop']],
  ['/v1/logs?project_id=p1&project_id=p2', undefined, undefined],
  ['/v1/logs?project_id=%zz', undefined, undefined],
  ['/v1/logs?project_id=p1;p2', undefined, undefined],
];

for (const [url, header, expected] of cases) {
  it(`${url} with X-Svc-Project ${header ?? 'absent'} ${expected ? 'is read' : 'is refused'}`, () => {
    const select = () => selectProject({ url, headers: header === undefined ? {} : { 'x-svc-project': header } });
    if (expected) assert.deepEqual(Object.values(select()), expected);
    else assert.throws(select, (error: unknown) => error instanceof ServiceError && error.code === 'permission_denied');
  });
}

it('refuses two projects in the header, as a path and a header that disagree leave them', () => {
  const request = { headers: { 'x-svc-project': ['shop', 'other'] } };
  assert.throws(() => selectProject(request), { code: 'permission_denied' });
});

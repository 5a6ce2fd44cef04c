import assert from 'node:assert/strict';
import { ServiceError } from '@svc/errors';
import { selectProject } from './project-selector.js';

const cases: [string, string | undefined, string][] = [
  ['/v1/logs', undefined, ''],
  ['/v1/logs', 'shop', 'shop'],
  ['/v1/logs?project_id=p1', undefined, 'p1'],
  ['/v1/logs?project_id=p1', 'p1', 'p1'],
  ['/v1/logs?project_id=', 'shop', 'shop'],
  ['/v1/logs?project_id=p1', 'p2', 'refused'],
  ['/v1/logs?project_id=p1&project_id=p2', undefined, 'refused'],
  ['/v1/logs?project_id=%zz', undefined, 'refused'],
  ['/v1/logs?project_id=p1;p2', undefined, 'refused'],
];

for (const [url, header, expected] of cases) {
  it(`${url} with X-Svc-Project ${header ?? 'absent'} selects ${expected === '' ? 'the default' : expected}`, () => {
    if (expected !== 'refused') assert.equal(selectProject(url, header), expected);
    else {
      assert.throws(
        () => selectProject(url, header),
        (error: unknown) => error instanceof ServiceError && error.code === 'permission_denied',
      );
    }
  });
}

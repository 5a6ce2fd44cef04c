import assert from 'node:assert/strict';
import { operations } from './operations.js';
import { rawRoutes } from './raw.js';

it('no hand-written route stands where an operation does, or another route', () => {
  const taken = [...operations, ...rawRoutes].map(({ method, path }) => `${method} ${path}`);
  assert.equal(new Set(taken).size, taken.length);
});

it('a hand-written route is public or names its scope, and bounds every body', () => {
  for (const { id, scope, project, consumes, maxBodyBytes } of rawRoutes) {
    assert.equal(scope === undefined, project === 'public', id);
    assert.equal(maxBodyBytes === undefined, consumes.length === 0, id);
  }
});

import assert from 'node:assert/strict';
import { operations } from './operations.js';
import { rawRoutes } from './raw.js';

it('raw routes do not collide with operations or each other', () => {
  const taken = [...operations, ...rawRoutes].map(({ method, path }) => `${method} ${path}`);
  assert.equal(new Set(taken).size, taken.length);
});

it('raw routes are public or declare a scope, and limit every body', () => {
  for (const { id, scope, project, consumes, maxBodyBytes } of rawRoutes) {
    // The scopes of a message of MCP are those of its tool.
    assert.equal(scope === undefined, project === 'public' || id === 'mcp.endpoint', id);
    assert.equal(maxBodyBytes === undefined, consumes.length === 0, id);
  }
});

import assert from 'node:assert/strict';
import { operations, rawRoutes } from '@svc/contract';
import { ROLES, isRole, scopesWithin } from './roles.js';
import { SCOPES, isScope } from './scopes.js';

describe('scope catalog', () => {
  it('names every scope once, as resource:verb, with a description', () => {
    assert.equal(new Set(SCOPES.map((scope) => scope.name)).size, SCOPES.length);
    for (const scope of SCOPES) {
      assert.match(scope.name, /^[a-z_]+:[a-z_]+$/);
      assert.match(scope.description, /^[A-Z].*\.$/);
    }
  });

  it('holds the scope of every operation and raw route that is served', () => {
    const scopes = [...operations, ...rawRoutes].flatMap(({ scope }) => scope ?? []);
    assert.ok(scopes.length > 0);
    for (const scope of scopes) assert.ok(isScope(scope), scope);
  });
});

describe('roles', () => {
  it('grow from viewer to member to admin', () => {
    const ascending = [ROLES.ROLE_VIEWER, ROLES.ROLE_MEMBER, ROLES.ROLE_ADMIN, ROLES.ROLE_OWNER];
    for (const [index, scopes] of ascending.slice(0, -1).entries()) {
      for (const scope of scopes) assert.ok(ascending[index + 1]?.has(scope), scope);
    }
  });

  it('give an owner every scope', () => {
    assert.deepEqual([...ROLES.ROLE_OWNER].sort(), SCOPES.map((scope) => scope.name).sort());
  });

  it('let only owners and admins download exports', () => {
    const holders = Object.entries(ROLES).filter(([, scopes]) => scopes.has('export:download'));
    assert.deepEqual(
      holders.map(([role]) => role),
      ['ROLE_OWNER', 'ROLE_ADMIN'],
    );
  });

  it('let a viewer change nothing', () => {
    for (const scope of ROLES.ROLE_VIEWER) assert.doesNotMatch(scope, /:write$/);
  });

  it('bound what a key may do that acts for somebody', () => {
    assert.deepEqual(scopesWithin('ROLE_VIEWER', ['logs:read', 'logs:write', 'no:scope']), ['logs:read']);
    assert.deepEqual(scopesWithin('ROLE_ADMIN', ['logs:read', 'logs:write']), ['logs:read', 'logs:write']);
  });

  it('are known by their names only', () => {
    assert.ok(isRole('ROLE_OWNER'));
    assert.ok(!isRole('constructor'));
  });
});

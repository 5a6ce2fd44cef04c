import assert from 'node:assert/strict';
import { operations, rawRoutes } from '@svc/contract';
import { OWNER_KEY_SCOPES, ROLES, isRole, lowerRole, scopesWithin } from './roles.js';
import { SCOPES, isScope } from './scopes.js';

describe('scope catalog', () => {
  it('names every scope once, as resource:verb, with a description', () => {
    assert.equal(new Set(SCOPES.map((scope) => scope.name)).size, SCOPES.length);
    for (const scope of SCOPES) {
      assert.match(scope.name, /^[a-z_]+:[a-z_]+$/);
      assert.match(scope.description, /^[A-Z].*\.$/);
    }
  });

  it('contains the scope of every operation and raw route', () => {
    const scopes = [...operations, ...rawRoutes].flatMap(({ scope }) => scope ?? []);
    assert.ok(scopes.length > 0);
    for (const scope of scopes) assert.ok(isScope(scope), scope);
  });
});

describe('roles', () => {
  it('extends the scopes from viewer to member to admin', () => {
    const ascending = [ROLES.ROLE_VIEWER, ROLES.ROLE_MEMBER, ROLES.ROLE_ADMIN, ROLES.ROLE_OWNER];
    for (const [index, scopes] of ascending.slice(0, -1).entries()) {
      for (const scope of scopes) assert.ok(ascending[index + 1]?.has(scope), scope);
    }
  });

  it('gives an owner every scope', () => {
    assert.deepEqual([...ROLES.ROLE_OWNER].sort(), SCOPES.map((scope) => scope.name).sort());
  });

  it('allows only owners and admins to download exports', () => {
    const holders = Object.entries(ROLES).filter(([, scopes]) => scopes.has('export:download'));
    assert.deepEqual(
      holders.map(([role]) => role),
      ['ROLE_OWNER', 'ROLE_ADMIN'],
    );
  });

  it('gives a viewer no write scope except that of the own account', () => {
    const writes = [...ROLES.ROLE_VIEWER].filter((scope) => scope.endsWith(':write'));
    assert.deepEqual(writes, ['account:write']);
  });

  it('reserves the scopes of accounts and their security for signed-in users', () => {
    const reserved = [...ROLES.ROLE_OWNER].filter((scope) => !OWNER_KEY_SCOPES.has(scope));
    assert.deepEqual(reserved, ['account:write', 'security:write']);
  });

  it('compares roles by their permissions', () => {
    assert.equal(lowerRole('ROLE_OWNER', 'ROLE_VIEWER'), 'ROLE_VIEWER');
    assert.equal(lowerRole('ROLE_MEMBER', 'ROLE_ADMIN'), 'ROLE_MEMBER');
    assert.equal(lowerRole('ROLE_ADMIN', 'ROLE_ADMIN'), 'ROLE_ADMIN');
  });

  it('limits the scopes of a key that acts for a user', () => {
    assert.deepEqual(scopesWithin('ROLE_VIEWER', ['logs:read', 'logs:write', 'no:scope']), ['logs:read']);
    assert.deepEqual(scopesWithin('ROLE_ADMIN', ['logs:read', 'logs:write']), ['logs:read', 'logs:write']);
  });

  it('recognizes roles only by their exact names', () => {
    assert.ok(isRole('ROLE_OWNER'));
    assert.ok(!isRole('constructor'));
  });
});

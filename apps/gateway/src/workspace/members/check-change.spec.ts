import assert from 'node:assert/strict';
import { ROLES } from '@svc/auth';
import { ServiceError } from '@svc/service-error';
import { checkChange, type RoleChange } from './check-change.js';

const ALL = [...ROLES.ROLE_OWNER];

const cases: [string, Omit<RoleChange, 'isSignedIn'> & { isSignedIn?: boolean }, string | undefined][] = [
  [
    'an admin changes roles below owner',
    { scopes: ALL, actor: 'ROLE_ADMIN', from: 'ROLE_MEMBER', to: 'ROLE_ADMIN', owners: 1 },
    undefined,
  ],
  ['an admin removes a member', { scopes: ALL, actor: 'ROLE_ADMIN', from: 'ROLE_ADMIN', owners: 1 }, undefined],
  ['an admin invites a member', { scopes: ALL, actor: 'ROLE_ADMIN', to: 'ROLE_MEMBER', owners: 1 }, undefined],
  [
    'an admin makes no owner',
    { scopes: ALL, actor: 'ROLE_ADMIN', from: 'ROLE_ADMIN', to: 'ROLE_OWNER', owners: 2 },
    'permission_denied',
  ],
  ['an admin invites no owner', { scopes: ALL, actor: 'ROLE_ADMIN', to: 'ROLE_OWNER', owners: 2 }, 'permission_denied'],
  [
    'an admin demotes no owner',
    { scopes: ALL, actor: 'ROLE_ADMIN', from: 'ROLE_OWNER', to: 'ROLE_VIEWER', owners: 1 },
    'permission_denied',
  ],
  [
    'an admin removes no owner',
    { scopes: ALL, actor: 'ROLE_ADMIN', from: 'ROLE_OWNER', owners: 2 },
    'permission_denied',
  ],
  [
    'an owner makes an owner',
    { scopes: ALL, actor: 'ROLE_OWNER', from: 'ROLE_ADMIN', to: 'ROLE_OWNER', owners: 0 },
    undefined,
  ],
  [
    'an owner demotes one of two',
    { scopes: ALL, actor: 'ROLE_OWNER', from: 'ROLE_OWNER', to: 'ROLE_ADMIN', owners: 2 },
    undefined,
  ],
  [
    'the last owner stays when nothing changes',
    { scopes: ALL, actor: 'ROLE_OWNER', from: 'ROLE_OWNER', to: 'ROLE_OWNER', owners: 1 },
    undefined,
  ],
  [
    'the last owner is not demoted',
    { scopes: ALL, actor: 'ROLE_OWNER', from: 'ROLE_OWNER', to: 'ROLE_ADMIN', owners: 1 },
    'last_owner',
  ],
  [
    'a key grants no role with scopes that it lacks',
    { scopes: ['invitations:write'], actor: 'ROLE_OWNER', to: 'ROLE_VIEWER', owners: 1 },
    'permission_denied',
  ],
  [
    'a key with one scope invites no owner, although an owner created it',
    { scopes: ['invitations:write', 'members:write'], actor: 'ROLE_OWNER', to: 'ROLE_OWNER', owners: 1 },
    'permission_denied',
  ],
  [
    'a key grants a role whose scopes it has',
    {
      scopes: [...ROLES.ROLE_VIEWER, 'members:write'],
      actor: 'ROLE_OWNER',
      from: 'ROLE_MEMBER',
      to: 'ROLE_VIEWER',
      owners: 1,
    },
    undefined,
  ],
  [
    'a key with all scopes of an owner makes no owner',
    { scopes: ALL, actor: 'ROLE_OWNER', isSignedIn: false, from: 'ROLE_ADMIN', to: 'ROLE_OWNER', owners: 1 },
    'permission_denied',
  ],
  [
    'a key with all scopes of an owner removes no owner',
    { scopes: ALL, actor: 'ROLE_OWNER', isSignedIn: false, from: 'ROLE_OWNER', owners: 2 },
    'permission_denied',
  ],
  [
    'a key with all scopes of an owner invites an admin',
    { scopes: ALL, actor: 'ROLE_OWNER', isSignedIn: false, to: 'ROLE_ADMIN', owners: 1 },
    undefined,
  ],
  ['the last owner is not removed', { scopes: ALL, actor: 'ROLE_OWNER', from: 'ROLE_OWNER', owners: 1 }, 'last_owner'],
];

for (const [name, change, code] of cases) {
  it(name, () => {
    if (code === undefined) checkChange({ isSignedIn: true, ...change });
    else
      assert.throws(
        () => checkChange({ isSignedIn: true, ...change }),
        (error) => error instanceof ServiceError && error.code === code,
      );
  });
}

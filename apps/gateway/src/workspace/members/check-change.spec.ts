import assert from 'node:assert/strict';
import { ServiceError } from '@svc/errors';
import { checkChange, type RoleChange } from './check-change.js';

const cases: [string, RoleChange, string | undefined][] = [
  [
    'an admin changes roles below owner',
    { actor: 'ROLE_ADMIN', from: 'ROLE_MEMBER', to: 'ROLE_ADMIN', owners: 1 },
    undefined,
  ],
  ['an admin removes a member', { actor: 'ROLE_ADMIN', from: 'ROLE_ADMIN', owners: 1 }, undefined],
  ['an admin invites a member', { actor: 'ROLE_ADMIN', to: 'ROLE_MEMBER', owners: 1 }, undefined],
  [
    'an admin makes no owner',
    { actor: 'ROLE_ADMIN', from: 'ROLE_ADMIN', to: 'ROLE_OWNER', owners: 2 },
    'permission_denied',
  ],
  ['an admin invites no owner', { actor: 'ROLE_ADMIN', to: 'ROLE_OWNER', owners: 2 }, 'permission_denied'],
  [
    'an admin demotes no owner',
    { actor: 'ROLE_ADMIN', from: 'ROLE_OWNER', to: 'ROLE_VIEWER', owners: 1 },
    'permission_denied',
  ],
  ['an admin removes no owner', { actor: 'ROLE_ADMIN', from: 'ROLE_OWNER', owners: 2 }, 'permission_denied'],
  ['an owner makes an owner', { actor: 'ROLE_OWNER', from: 'ROLE_ADMIN', to: 'ROLE_OWNER', owners: 0 }, undefined],
  ['an owner demotes one of two', { actor: 'ROLE_OWNER', from: 'ROLE_OWNER', to: 'ROLE_ADMIN', owners: 2 }, undefined],
  [
    'the last owner stays when nothing changes',
    { actor: 'ROLE_OWNER', from: 'ROLE_OWNER', to: 'ROLE_OWNER', owners: 1 },
    undefined,
  ],
  [
    'the last owner is not demoted',
    { actor: 'ROLE_OWNER', from: 'ROLE_OWNER', to: 'ROLE_ADMIN', owners: 1 },
    'last_owner',
  ],
  ['the last owner is not removed', { actor: 'ROLE_OWNER', from: 'ROLE_OWNER', owners: 1 }, 'last_owner'],
];

for (const [name, change, code] of cases) {
  it(name, () => {
    if (code === undefined) checkChange(change);
    else
      assert.throws(
        () => checkChange(change),
        (error) => error instanceof ServiceError && error.code === code,
      );
  });
}

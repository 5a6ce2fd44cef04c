import assert from 'node:assert/strict';
import { ServiceError } from '@svc/service-error';
import { checkRevocation, type RevocableKey } from './check-revocation.js';

const ALL = ['api_keys:write', 'logs:read', 'logs:write'];
const signedIn = (role: string) => ({ principalType: 'user', role, userId: 'u', scopes: ALL });
const userKey = (role: string) => ({ principalType: 'api_key', role, userId: 'u', scopes: ALL });
const plainKey = (scopes: string[]) => ({ principalType: 'api_key', role: 'ROLE_OWNER', userId: '', scopes });

const ownersKey: RevocableKey = { role: 'ROLE_OWNER', scopes: ['logs:read'], membership: { role: 'ROLE_OWNER' } };
const formerOwnersKey: RevocableKey = { ...ownersKey, membership: { role: 'ROLE_MEMBER' } };
const promotedKey: RevocableKey = { ...ownersKey, role: 'ROLE_ADMIN' };
const bootstrapKey: RevocableKey = { role: 'ROLE_OWNER', scopes: ALL, membership: null };

const cases: [string, Parameters<typeof checkRevocation>[0], RevocableKey, boolean][] = [
  ["a signed-in owner revokes an owner's key", signedIn('ROLE_OWNER'), ownersKey, true],
  ["a signed-in admin does not revoke an owner's key", signedIn('ROLE_ADMIN'), ownersKey, false],
  [
    'a signed-in admin does not revoke the key of a user who became an owner',
    signedIn('ROLE_ADMIN'),
    promotedKey,
    false,
  ],
  [
    'a signed-in admin revokes the key of a user who is an owner no more',
    signedIn('ROLE_ADMIN'),
    formerOwnersKey,
    true,
  ],
  ["an owner's key does not revoke an owner's key", userKey('ROLE_OWNER'), ownersKey, false],
  ["the bootstrap key does not revoke a user's key", plainKey(ALL), ownersKey, false],
  ['a signed-in owner revokes the bootstrap key', signedIn('ROLE_OWNER'), bootstrapKey, true],
  ['a signed-in admin does not revoke the bootstrap key', signedIn('ROLE_ADMIN'), bootstrapKey, false],
  ['a key without a user revokes a key with no more scopes', plainKey(ALL), bootstrapKey, true],
  ['a narrow key does not revoke the bootstrap key', plainKey(['api_keys:write']), bootstrapKey, false],
  ["an owner's key does not revoke the bootstrap key", userKey('ROLE_OWNER'), bootstrapKey, false],
];

describe('revocation of API keys', () => {
  for (const [name, caller, key, isAllowed] of cases) {
    it(name, () => {
      if (isAllowed) return checkRevocation(caller, key);
      assert.throws(
        () => checkRevocation(caller, key),
        (error) => error instanceof ServiceError && error.code === 'permission_denied',
      );
    });
  }
});

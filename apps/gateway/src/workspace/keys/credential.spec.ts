import assert from 'node:assert/strict';
import { ROLES } from '@svc/auth';
import { KeyRefusal } from '@svc/contract';
import { keyCredential, toKeyRefusal, sessionCredential, type StoredKey, type StoredToken } from './credential.js';

const AT = new Date(1_000_000);
const membership = (role: string) => ({
  id: 'm',
  organizationId: 'o',
  userId: 'u',
  role,
  version: 1n,
  createdBy: null,
  createdAt: AT,
  updatedAt: AT,
});
const key = (changes: Partial<StoredKey> = {}): StoredKey => ({
  id: 'k',
  organizationId: 'o',
  projectId: null,
  name: 'ci',
  prefix: 'svc_org_abcd',
  secretSha256: new Uint8Array(32),
  scopes: ['logs:read', 'logs:write', 'api_keys:write'],
  role: 'ROLE_OWNER',
  createdBy: 'u',
  membershipId: null,
  membership: null,
  createdAt: AT,
  expiresAt: null,
  isPublishable: false,
  allowedOrigins: [],
  lastUsedAt: null,
  revokedAt: null,
  ...changes,
});

describe('a key as a credential', () => {
  it('grants a key that acts for no user its own scopes', () => {
    const { principal } = keyCredential(key({ projectId: 'p' }));
    assert.deepEqual(principal.scopes, ['logs:read', 'logs:write', 'api_keys:write']);
    assert.deepEqual([principal.role, principal.userId, principal.boundProjectId], ['ROLE_OWNER', undefined, 'p']);
  });

  it('limits a key that acts for a user to the role of that user', () => {
    const scopesFor = (role: string) => keyCredential(key({ membership: membership(role) })).principal.scopes;
    assert.deepEqual(scopesFor('ROLE_ADMIN'), ['logs:read', 'logs:write', 'api_keys:write']);
    assert.deepEqual(scopesFor('ROLE_VIEWER'), ['logs:read']);
    assert.deepEqual(scopesFor('ROLE_UNHEARD_OF'), ['logs:read']);
    assert.equal(keyCredential(key({ membership: membership('ROLE_MEMBER') })).principal.userId, 'u');
  });
});

describe('a session as a credential', () => {
  const user = {
    id: 'u',
    email: 'a@b.c',
    name: 'Ada',
    passwordHash: null,
    emailVerifiedAt: null,
    createdAt: AT,
    updatedAt: AT,
  };
  const rules: StoredToken['session']['membership']['organization'] = {
    secondFactorRequired: false,
    sessionIdleMinutes: null,
  };
  const token = (changes: Partial<StoredToken['session']> = {}): StoredToken => ({
    sha256: new Uint8Array(32),
    sessionId: 's',
    kind: 'access',
    expiresAt: new Date(5000),
    usedAt: null,
    session: {
      id: 's',
      membershipId: 'm',
      createdAt: AT,
      expiresAt: new Date(9000),
      revokedAt: null,
      kind: 'client',
      client: '',
      sourceAddress: '192.0.2.1',
      lastUsedAt: AT,
      hasSecondFactor: false,
      roleLimit: null,
      oauthClientId: null,
      scopes: [],
      membership: { ...membership('ROLE_MEMBER'), user, organization: rules },
      ...changes,
    },
  });
  const inOrganization = (changes: Partial<typeof rules>) => ({
    membership: { ...membership('ROLE_MEMBER'), user, organization: { ...rules, ...changes } },
  });

  it('limits a session to a lower role, and never raises it to a higher one', () => {
    const limited = sessionCredential(token({ roleLimit: 'ROLE_VIEWER' })).principal;
    assert.deepEqual([limited.role, new Set(limited.scopes)], ['ROLE_VIEWER', ROLES.ROLE_VIEWER]);
    assert.equal(sessionCredential(token({ roleLimit: 'ROLE_OWNER' })).principal.role, 'ROLE_MEMBER');
  });

  it('limits a session to the scopes that its client asked for, of those of the role', () => {
    const { principal } = sessionCredential(token({ scopes: ['logs:read', 'api_keys:write'] }));
    assert.deepEqual(principal.scopes, ['logs:read']);
  });

  it('is one for the MCP endpoint alone if its client was let in there', () => {
    assert.equal(sessionCredential(token({ kind: 'mcp' })).carrier, 'mcp');
    assert.equal(sessionCredential(token()).carrier, 'header');
  });

  it('allows only the enrollment of a second factor where one is required and missing', () => {
    const required = inOrganization({ secondFactorRequired: true });
    assert.deepEqual(sessionCredential(token(required)).principal.scopes, ['account:read', 'account:write']);
    const complete = sessionCredential(token({ ...required, hasSecondFactor: true })).principal;
    assert.deepEqual(new Set(complete.scopes), ROLES.ROLE_MEMBER);
  });

  it('ends when it is not used for as long as the organization allows', () => {
    const brief = inOrganization({ sessionIdleMinutes: 5 });
    const lastUsedAt = new Date(-300_000 + 4000);
    assert.equal(sessionCredential(token({ ...brief, lastUsedAt })).expiresAt?.getTime(), 4000);
  });

  it('resolves to the person with the scopes of the role', () => {
    const { principal, id } = sessionCredential(token());
    assert.deepEqual([id, principal.type, principal.id, principal.name], ['s', 'user', 'u', 'Ada']);
    assert.deepEqual(new Set(principal.scopes), ROLES.ROLE_MEMBER);
  });

  it('ends with its token or with the session, whichever is first', () => {
    assert.equal(sessionCredential(token()).expiresAt?.getTime(), 5000);
    assert.equal(sessionCredential(token({ expiresAt: new Date(3000) })).expiresAt?.getTime(), 3000);
    const revoked = sessionCredential(token({ revokedAt: AT }));
    assert.equal(toKeyRefusal(revoked, 0), KeyRefusal.REVOKED);
    assert.equal(toKeyRefusal(sessionCredential(token()), 5000), KeyRefusal.EXPIRED);
    assert.equal(toKeyRefusal(sessionCredential(token()), 4999), KeyRefusal.UNSPECIFIED);
  });
});

import { SCOPES, type Scope } from './scopes.js';

export const ROLE_NAMES = ['ROLE_OWNER', 'ROLE_ADMIN', 'ROLE_MEMBER', 'ROLE_VIEWER'] as const;
export type Role = (typeof ROLE_NAMES)[number];

/** Read scopes for the administration of the organization. */
const ADMINISTRATIVE_READS: ReadonlySet<Scope> = new Set(['api_keys:read', 'audit:read', 'invitations:read']);

/** Scopes that change nothing although their verb is not `read`. */
const USES: ReadonlySet<Scope> = new Set(['ai:query', 'flags:evaluate']);

/**
 * Scopes of owners and admins only: administering the organization, managing provider secrets, exporting data in bulk, and deleting
 * ingested data.
 */
const ADMINISTRATION: ReadonlySet<Scope> = new Set([
  ...ADMINISTRATIVE_READS,
  'api_keys:write',
  'connections:write',
  'export:download',
  'invitations:write',
  'logs:write',
  'members:write',
  'metrics:write',
  'persons:write',
  'projects:write',
  'replay:write',
  'security:write',
  'settings:write',
  'traces:write',
]);

/** Scopes about the user alone, which every member has. */
const OWN_ACCOUNT: ReadonlySet<Scope> = new Set(['account:read', 'account:write']);

const all = SCOPES.map((scope) => scope.name);

/**
 * The scopes of each role. Owner and admin have the same scopes; the difference is that only an owner can
 * grant or revoke the owner role.
 */
export const ROLES: Readonly<Record<Role, ReadonlySet<Scope>>> = {
  ROLE_OWNER: new Set(all),
  ROLE_ADMIN: new Set(all),
  ROLE_MEMBER: new Set(all.filter((scope) => !ADMINISTRATION.has(scope))),
  ROLE_VIEWER: new Set(
    all.filter(
      (scope) =>
        OWN_ACCOUNT.has(scope) || USES.has(scope) || (scope.endsWith(':read') && !ADMINISTRATIVE_READS.has(scope)),
    ),
  ),
};

/** The scopes of an owner that an API key can have. */
export const OWNER_KEY_SCOPES: ReadonlySet<Scope> = new Set(
  SCOPES.filter(({ grantable }) => grantable).map((scope) => scope.name),
);

/**
 * The scopes of a session whose organization requires a second factor that it does not have: enough to enroll one. The user then
 * signs in again.
 */
export const ENROLLMENT_SCOPES: ReadonlySet<Scope> = OWN_ACCOUNT;

/** Returns the scopes of a key that acts for a user with this role: its own scopes, limited to those of the role. */
export function scopesWithin(role: Role, given: readonly string[]): Scope[] {
  const held: ReadonlySet<string> = ROLES[role];
  return given.filter((scope): scope is Scope => held.has(scope));
}

/** The role of two that permits less. */
export function lowerRole(one: Role, other: Role): Role {
  return ROLE_NAMES.indexOf(one) > ROLE_NAMES.indexOf(other) ? one : other;
}

export function isRole(value: string): value is Role {
  return Object.hasOwn(ROLES, value);
}

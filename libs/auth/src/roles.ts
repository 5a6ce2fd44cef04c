import { SCOPES, type Scope } from './scopes.js';

export const ROLE_NAMES = ['ROLE_OWNER', 'ROLE_ADMIN', 'ROLE_MEMBER', 'ROLE_VIEWER'] as const;
export type Role = (typeof ROLE_NAMES)[number];

/** Reads that concern the administration of the organization. */
const ADMINISTRATIVE_READS: ReadonlySet<Scope> = new Set(['api_keys:read', 'audit:read', 'invitations:read']);

/** Uses that change nothing but are not spelled `read`. */
const USES: ReadonlySet<Scope> = new Set(['ai:query', 'flags:evaluate']);

/**
 * What only owners and admins may do: administer the organization, hold provider secrets, take bulk data out, and delete what
 * was taken in.
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
  'settings:write',
  'traces:write',
]);

const all = SCOPES.map((scope) => scope.name);

/**
 * The scopes of each role. Owner and admin hold the same: what sets an owner apart is not a scope but that only owners can
 * make or unmake owners.
 */
export const ROLES: Readonly<Record<Role, ReadonlySet<Scope>>> = {
  ROLE_OWNER: new Set(all),
  ROLE_ADMIN: new Set(all),
  ROLE_MEMBER: new Set(all.filter((scope) => !ADMINISTRATION.has(scope))),
  ROLE_VIEWER: new Set(
    all.filter((scope) => USES.has(scope) || (scope.endsWith(':read') && !ADMINISTRATIVE_READS.has(scope))),
  ),
};

/** The scopes of a key that acts for somebody with this role: what it was given, as far as that person still may. */
export function scopesWithin(role: Role, given: readonly string[]): Scope[] {
  const held: ReadonlySet<string> = ROLES[role];
  return given.filter((scope): scope is Scope => held.has(scope));
}

export function isRole(value: string): value is Role {
  return Object.hasOwn(ROLES, value);
}

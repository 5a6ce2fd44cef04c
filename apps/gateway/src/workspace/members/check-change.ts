import { isRole, ROLE_NAMES, ROLES, SCOPES, type Role } from '@svc/auth';
import { ServiceError } from '@svc/service-error';

const GRANTABLE: ReadonlySet<string> = new Set(SCOPES.filter(({ grantable }) => grantable).map(({ name }) => name));

/** A change of one member's role. */
export interface RoleChange {
  /** Role of the caller. */
  readonly actor: string;
  /** Whether the caller is a signed-in user and not an API key. */
  readonly isSignedIn: boolean;
  /** Scopes of the caller's credential, which can be fewer than the scopes of the role. */
  readonly scopes: readonly string[];
  /** Current role of the member; undefined for a user who joins. */
  readonly from?: string | undefined;
  /** New role of the member; undefined for a member who leaves. */
  readonly to?: string | undefined;
  /** Owners of the organization, the member included. */
  readonly owners: number;
}

const OWNER = 'ROLE_OWNER';

/**
 * Checks a change of role.
 *
 * @throws ServiceError permission_denied when anyone but a signed-in owner grants or revokes the owner role, because a leaked key must
 *   not take over the organization, or when a credential with fewer scopes than a role grants it; last_owner when no owner would be
 *   left.
 */
export function checkChange({ actor, isSignedIn, scopes, from, to, owners }: RoleChange): void {
  if (from === to) return;
  const isAboutOwners = from === OWNER || to === OWNER;
  if (isAboutOwners && !(actor === OWNER && isSignedIn)) {
    throw new ServiceError('permission_denied', {
      message: 'Only a signed-in owner can grant or revoke the owner role; an API key cannot.',
    });
  }
  if (to !== undefined && isRole(to) && !holdsScopesOf(to, scopes)) {
    throw new ServiceError('permission_denied', { message: 'An API key can grant only a role whose scopes it has.' });
  }
  if (from === OWNER && owners <= 1) throw new ServiceError('last_owner');
}

/** Whether a member leaves or gets a lower role. */
export function isDemotion(from: string, to: string | undefined): boolean {
  return to === undefined || rank(to) < rank(from);
}

/** Higher for roles that may do more; ROLE_NAMES starts with the owner. */
function rank(role: string): number {
  return -ROLE_NAMES.findIndex((name) => name === role);
}

/** Scopes that no key can have do not count: otherwise no key could invite anyone. */
function holdsScopesOf(role: Role, scopes: readonly string[]): boolean {
  return Array.from(ROLES[role]).every((scope) => !GRANTABLE.has(scope) || scopes.includes(scope));
}

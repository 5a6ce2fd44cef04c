import { ServiceError } from '@svc/errors';

/** A change of one member's role. */
export interface RoleChange {
  /** Role of the caller. */
  readonly actor: string;
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
 * @throws ServiceError permission_denied when a caller who is not an owner grants or revokes the owner role; last_owner when none would be
 *   left.
 */
export function checkChange({ actor, from, to, owners }: RoleChange): void {
  if (from === to || (from !== OWNER && to !== OWNER)) return;
  if (actor !== OWNER) {
    throw new ServiceError('permission_denied', { message: 'Only an owner can grant or revoke the owner role.' });
  }
  if (from === OWNER && owners <= 1) throw new ServiceError('last_owner');
}

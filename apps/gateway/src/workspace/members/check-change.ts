import { ServiceError } from '@svc/errors';

/** A change of one member's role. */
export interface RoleChange {
  /** Role of who makes the change. */
  readonly actor: string;
  /** What the member is; undefined for somebody who joins. */
  readonly from?: string | undefined;
  /** What the member shall be; undefined for somebody who leaves. */
  readonly to?: string | undefined;
  /** Owners of the organization, the member included. */
  readonly owners: number;
}

const OWNER = 'ROLE_OWNER';

/**
 * Whether a change of role may be made.
 *
 * @throws ServiceError permission_denied when an owner is made or unmade by somebody who is none; last_owner when none would be
 *   left.
 */
export function checkChange({ actor, from, to, owners }: RoleChange): void {
  if (from === to || (from !== OWNER && to !== OWNER)) return;
  if (actor !== OWNER) {
    throw new ServiceError('permission_denied', { message: 'Only owners make and unmake owners.' });
  }
  if (from === OWNER && owners <= 1) throw new ServiceError('last_owner');
}

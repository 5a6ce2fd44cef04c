import type { Role } from './roles.js';

export type PrincipalType = 'api_key' | 'user';

/** The authenticated caller of a request. */
export interface Principal {
  readonly type: PrincipalType;
  /** ID of the key or user. */
  readonly id: string;
  /** Display name of the key or user. */
  readonly name: string;
  readonly organizationId: string;
  /** The role that limits the scopes: that of the user, also for a key that acts for a user. */
  readonly role: Role;
  readonly scopes: readonly string[];
  /** The project that a key is bound to. */
  readonly boundProjectId: string | undefined;
  /** The user; undefined for a key that does not act for a user. */
  readonly userId: string | undefined;
}

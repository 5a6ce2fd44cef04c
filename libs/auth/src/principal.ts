import type { Role } from './roles.js';

export type PrincipalType = 'api_key' | 'user';

/** Who a request comes from, once its credential is known. */
export interface Principal {
  readonly type: PrincipalType;
  /** Id of the key or of the person. */
  readonly id: string;
  /** Name of the key or of the person. */
  readonly name: string;
  readonly organizationId: string;
  /** The role the scopes are drawn from: the person's own, also for a key that acts for somebody. */
  readonly role: Role;
  readonly scopes: readonly string[];
  /** The one project a key is bound to. */
  readonly boundProjectId: string | undefined;
  /** The person behind it; undefined for a key that acts for nobody. */
  readonly userId: string | undefined;
}

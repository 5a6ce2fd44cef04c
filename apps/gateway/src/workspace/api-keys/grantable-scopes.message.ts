import type { MessageInitShape } from '@bufbuild/protobuf';
import { ROLES, ROLE_NAMES, SCOPES } from '@svc/auth';
import type { GrantableScopeSchema } from '@svc/contract';

/**
 * The catalog from the perspective of one caller: the scopes that a key can carry, and the ones that this caller can
 * give.
 */
export function toGrantableScopes(held: readonly string[]): MessageInitShape<typeof GrantableScopeSchema>[] {
  return SCOPES.filter(({ grantable }) => grantable).map(({ name, description }) => ({
    name,
    description,
    roles: ROLE_NAMES.filter((role) => ROLES[role].has(name)),
    held: held.includes(name),
  }));
}

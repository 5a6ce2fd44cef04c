import type { KeysResolveResponse } from '@svc/contract';
import { ServiceError } from '@svc/service-error';

/** Refuses a key without the scope. The error names the scope, which is public. */
export function requireScope(key: KeysResolveResponse, scope: string): void {
  if (!key.scopes.includes(scope)) {
    throw new ServiceError('permission_denied', { message: `The credential lacks the scope ${scope}.` });
  }
}

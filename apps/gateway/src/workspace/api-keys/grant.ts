import { SCOPES } from '@svc/auth';
import { ServiceError, type ErrorDetail } from '@svc/service-error';

const GRANTABLE: ReadonlySet<string> = new Set(SCOPES.filter((scope) => scope.grantable).map((scope) => scope.name));

/**
 * Checks that a caller may put these scopes on a key. Fields are named by position: the sent value may be a mistyped
 * secret.
 *
 * @throws ServiceError invalid_request for scopes no key can carry, before permission_denied for scopes the caller
 * lacks.
 */
export function checkGrant(requested: readonly string[], held: readonly string[]): void {
  const unknown = positions(requested, (scope) => !GRANTABLE.has(scope), 'is not a scope a key can carry');
  if (unknown.length > 0) throw refusal('invalid_request', 'scopes: holds names that are not scopes', unknown);
  const missing = positions(requested, (scope) => !held.includes(scope), 'is not among the scopes of the credential');
  if (missing.length > 0) {
    throw refusal('permission_denied', 'scopes: a key can have only scopes of the credential that creates it', missing);
  }
}

function positions(scopes: readonly string[], wrong: (scope: string) => boolean, reason: string): ErrorDetail[] {
  return scopes.flatMap((scope, index) => (wrong(scope) ? [{ path: `scopes[${index}]`, reason }] : []));
}

function refusal(code: 'invalid_request' | 'permission_denied', message: string, details: ErrorDetail[]): ServiceError {
  return new ServiceError(code, { message, details });
}

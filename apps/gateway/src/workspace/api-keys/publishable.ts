import { PUBLISHABLE_SCOPES } from '@svc/auth';
import type { ApiKeysCreateRequest } from '@svc/contract';
import { ServiceError, invalidField } from '@svc/service-error';

/**
 * Checks the options that only a publishable key may have, and the ones that it must not have.
 *
 * @throws ServiceError invalid_request naming the fields.
 */
export function checkPublishable(
  { publishable, allowedOrigins, scopes }: Pick<ApiKeysCreateRequest, 'publishable' | 'allowedOrigins' | 'scopes'>,
  projectId: string | undefined,
): void {
  if (!publishable) {
    if (allowedOrigins.length > 0) throw invalidField('allowed_origins', 'belong to a publishable key');
    return;
  }
  if (projectId === undefined) throw invalidField('project_id', 'is required for a publishable key');
  const details = scopes.flatMap((scope, index) => {
    return PUBLISHABLE_SCOPES.has(scope) ? [] : [{ path: `scopes[${index}]`, reason: 'cannot be published' }];
  });
  if (details.length === 0) return;
  const message = 'scopes: a publishable key carries analytics:write, flags:evaluate and telemetry:write at most';
  throw new ServiceError('invalid_request', { message, details });
}

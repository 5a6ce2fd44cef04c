import { invalidField, type ServiceError } from '@svc/errors';

/**
 * The refusal of a whole request. `path` and `reason` are constant texts: field names of the schema and what is wrong there, never
 * anything the caller sent.
 */
export function malformed(path: string, reason: string): ServiceError {
  return invalidField(path, reason);
}

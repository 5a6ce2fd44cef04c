import { invalidField, type ServiceError } from '@svc/service-error';

/**
 * The refusal of a whole request. `path` and `reason` are constant texts: field names of the schema and the fault
 * there, never data of the caller.
 */
export function malformed(path: string, reason: string): ServiceError {
  return invalidField(path, reason);
}

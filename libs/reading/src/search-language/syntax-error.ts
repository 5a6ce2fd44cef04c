import { invalidField, type ServiceError } from '@svc/errors';

/**
 * The refusal of a query: where it went wrong, counted from 1, and what would be right. The hint is ours; what the caller wrote is
 * never repeated.
 */
export function searchError(at: number, hint: string): ServiceError {
  return invalidField('q', `at position ${at + 1}: ${hint}`);
}

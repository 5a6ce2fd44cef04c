import { invalidField, type ServiceError } from '@svc/service-error';

/**
 * The error for an invalid query: the position of the fault, counted from 1, and a hint how to correct it. The hint
 * never repeats the text of the caller.
 */
export function searchError(at: number, hint: string): ServiceError {
  return invalidField('q', `at position ${at + 1}: ${hint}`);
}

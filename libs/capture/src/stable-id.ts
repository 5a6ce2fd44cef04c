import { invalidField } from '@svc/service-error';
import { CAPTURE_ERRORS, EventRefusal } from './refusal.js';
import { checkId } from './text.js';

/**
 * Reads an ID of a person, a session or a window, which is stored unchanged or refused.
 *
 * @throws ServiceError invalid_request that names the field.
 */
export function readStableId(value: unknown, field: string): string {
  if (value === undefined || value === null || value === '') throw invalidField(field, 'is required');
  try {
    return checkId(value, field);
  } catch (error) {
    throw error instanceof EventRefusal ? invalidField(field, CAPTURE_ERRORS[error.code]) : error;
  }
}

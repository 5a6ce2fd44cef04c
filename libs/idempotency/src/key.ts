import { ServiceError, type ErrorCode } from '@svc/service-error';

/**
 * Validates the exact text of an idempotency key: nothing is trimmed or normalized. Throws `idempotency_key_invalid`
 * for an invalid key, including an empty one, and `idempotency_key_required` if a required key is absent.
 */
export function idempotencyKey(text: string | undefined, options: { readonly required: true }): string;
export function idempotencyKey(text: string | undefined, options: { readonly required: boolean }): string | undefined;
export function idempotencyKey(text: string | undefined, { required }: { required: boolean }): string | undefined {
  if (text === undefined) {
    if (required) throw refused('idempotency_key_required', 'is required');
    return undefined;
  }
  if (!KEY.test(text))
    throw refused('idempotency_key_invalid', 'must be 1 to 128 of the characters A-Z a-z 0-9 . _ : -');
  return text;
}

const KEY = /^[A-Za-z0-9._:-]{1,128}$/;

function refused(code: ErrorCode, reason: string): ServiceError {
  const path = 'idempotency_key';
  return new ServiceError(code, { message: `${path}: ${reason}`, details: [{ path, reason }] });
}

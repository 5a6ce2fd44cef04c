import { invalidField } from '@svc/service-error';
import { normalizeEmail } from '../users/email.js';

/** E.164: a country code and at most fifteen digits in all. */
const TELEPHONE = /^\+[1-9]\d{6,14}$/;
const CHAT_NAME = /^[^\s\p{Cc}](?:[^\p{Cc}]*[^\s\p{Cc}])?$/u;

/**
 * The value of a contact method in the one spelling it is kept in.
 *
 * @throws ServiceError invalid_request naming `value`.
 */
export function normalizeContact(type: string, value: string): string {
  if (type === 'email') {
    return normalizeEmail(value) ?? refuse('must be an e-mail address');
  }
  if (type === 'sms' || type === 'phone') {
    const digits = value.replaceAll(/[ ()./-]/g, '');
    return TELEPHONE.test(digits)
      ? digits
      : refuse('must be a telephone number with its country code, as +491701234567');
  }
  const name = value.trim();
  return CHAT_NAME.test(name) ? name : refuse('must be a name without control characters');
}

function refuse(reason: string): never {
  throw invalidField('value', reason);
}

import type { ContactMethodsAddRequest } from '../../gen/api.js';
import type { Tone } from '../../ui/controls/badge.js';

export type ContactType = ContactMethodsAddRequest['type'];

interface TypeOfContact {
  readonly value: ContactType;
  readonly label: string;
  /** The label of the value. */
  readonly field: string;
  readonly example: string;
}

/** The ways in which a user is paged. */
export const CONTACT_TYPES = [
  { value: 'email', label: 'E-mail', field: 'Address', example: 'ada@example.com' },
  { value: 'sms', label: 'Text message', field: 'Number with country code', example: '+49 170 1234567' },
  { value: 'phone', label: 'Telephone call', field: 'Number with country code', example: '+49 170 1234567' },
  { value: 'chat_dm', label: 'Direct message in a chat', field: 'User name in the chat', example: 'ada' },
] as const satisfies readonly TypeOfContact[];

export function nameContact(type: string): string {
  return CONTACT_TYPES.find(({ value }) => value === type)?.label ?? type;
}

/** The state of a contact method in words. */
export const CONTACT_STATES: Readonly<Record<string, readonly [tone: Tone, text: string]>> = {
  verified: ['ok', 'verified'],
  pending: ['warn', 'waits for its code'],
  unverified: ['neutral', 'no code can be sent'],
};

/** Why a value cannot be added, as far as it shows before the service has seen it; undefined if it may. */
export function refuseContact(type: ContactType, value: string): string | undefined {
  const typed = value.trim();
  if (typed === '') return 'Fill it in first.';
  if (type === 'email') return /^\S+@\S+$/u.test(typed) ? undefined : 'An e-mail address has an @ in it.';
  if (type === 'chat_dm') return undefined;
  const digits = typed.replaceAll(/[ ()./-]/g, '');
  return /^\+[1-9]\d{6,14}$/.test(digits) ? undefined : 'A number begins with + and the code of its country.';
}

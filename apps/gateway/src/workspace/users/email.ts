/** Longest address that can be delivered to, in characters (RFC 5321, 4.5.3.1.3 without its brackets). */
const EMAIL_MAX_LENGTH = 254;

const EMAIL = /^[^\s@"(),:;<>[\]\\\p{Cc}]{1,64}@[^\s@"(),:;<>[\]\\\p{Cc}.]+(?:\.[^\s@"(),:;<>[\]\\\p{Cc}.]+)*$/u;

/** An address in the form in which users are stored: lower-case. Undefined for a string that is not a valid address. */
export function normalizeEmail(text: string): string | undefined {
  const address = text.trim().toLowerCase();
  return address.length <= EMAIL_MAX_LENGTH && EMAIL.test(address) ? address : undefined;
}

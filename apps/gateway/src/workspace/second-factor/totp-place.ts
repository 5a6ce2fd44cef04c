/** The place for which the secret of an authenticator is sealed. */
export function toTotpPlace(userId: string): string {
  return `totp ${userId}`;
}

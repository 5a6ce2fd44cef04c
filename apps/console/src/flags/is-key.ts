/** Whether a text can be the key of a flag or of a variant. */
export function isKey(text: string): boolean {
  return /^[A-Za-z0-9][\w.-]{0,199}$/.test(text);
}

/** Why something cannot be done or read by the user. */
export function missingScope(scope: string): string {
  return `Your role does not have ${scope}.`;
}

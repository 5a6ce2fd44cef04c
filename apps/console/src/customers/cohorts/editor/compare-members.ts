/** Counts the members that only the first of two lists has, and those that only the second has. */
export function compareMembers(
  before: readonly string[],
  after: readonly string[],
): { readonly added: number; readonly removed: number } {
  const [old, next] = [new Set(before), new Set(after)];
  return {
    added: after.filter((id) => !old.has(id)).length,
    removed: before.filter((id) => !next.has(id)).length,
  };
}

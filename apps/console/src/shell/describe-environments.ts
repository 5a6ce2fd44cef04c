/** The chosen deployment environments in a few words. */
export function describeEnvironments(selected: readonly string[]): string {
  return selected.length === 0 ? 'All environments' : selected.join(', ');
}

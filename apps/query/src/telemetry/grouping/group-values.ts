/** The values of a group by the names of its fields; a field that the records do not have is absent. */
export function toGroupValues(names: readonly string[], values: readonly string[]): Record<string, string> {
  const pairs = names.map((name, index): [string, string] => [name, values[index] ?? '']);
  return Object.fromEntries(pairs.filter(([, value]) => value !== ''));
}

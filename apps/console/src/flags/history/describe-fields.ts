const WORDS: Readonly<Record<string, string>> = {
  active: 'state',
  default_variant: 'default variant',
  filters: 'rules',
};

/** Sent with each change, and changed by none. */
const UNCHANGED: ReadonlySet<string> = new Set(['expected_version', 'key', 'project_id', 'type']);

/** The fields of a change, which the audit log has as names with spaces between them, in words. */
export function describeFields(names: string): string {
  return names
    .split(' ')
    .filter((name) => name !== '' && !UNCHANGED.has(name))
    .map((name) => WORDS[name] ?? name)
    .join(', ');
}

const WORDS: Readonly<Record<string, string>> = {
  active: 'state',
  default_variant: 'default variant',
  filters: 'rules',
};

/** Sent with each change, and changed by none. */
const UNCHANGED: ReadonlySet<string> = new Set(['expected_version', 'key', 'project_id', 'type']);

/** A change as the audit log has it: the names of its fields with spaces between them, and the values of some. */
export interface Recorded {
  readonly id: string;
  readonly details: Readonly<Record<string, string>>;
}

/**
 * The fields of each change in words, with the recorded values: `state: on → off`. The value before is that of the last change that has
 * set the field.
 *
 * @param changes those of one flag, the newest first.
 */
export function describeChanges(changes: readonly Recorded[]): ReadonlyMap<string, string> {
  const values = new Map<string, string>();
  const texts = new Map<string, string>();
  for (const { id, details } of changes.toReversed()) {
    const parts = (details['fields'] ?? '')
      .split(' ')
      .filter((name) => name !== '' && !UNCHANGED.has(name))
      .map((name) => {
        const word = WORDS[name] ?? name;
        const value = details[name];
        if (value === undefined) return word;
        const before = values.get(name);
        values.set(name, value);
        const now = toWord(name, value);
        return before === undefined || before === value
          ? `${word}: ${now}`
          : `${word}: ${toWord(name, before)} → ${now}`;
      });
    texts.set(id, parts.join(', '));
  }
  return texts;
}

function toWord(name: string, value: string): string {
  if (name === 'active') return value === 'true' ? 'on' : 'off';
  return value === '' ? 'none' : value;
}

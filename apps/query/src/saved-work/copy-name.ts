/** A name within the limit, whatever the original's length; cut between characters, never inside one. */
export function copyName(original: string): string {
  const suffix = ' (copy)';
  return [...original].slice(0, MAX_NAME_CHARACTERS - suffix.length).join('') + suffix;
}

/** The contract's limit of a name, which counts code points. */
const MAX_NAME_CHARACTERS = 200;

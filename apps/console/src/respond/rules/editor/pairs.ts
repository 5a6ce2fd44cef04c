/** Names and values, one pair on each line. */
export function parsePairs(source: string): Readonly<Record<string, string>> {
  const lines = source.split('\n').filter((line) => line.trim() !== '');
  return Object.fromEntries(
    lines.map((line) => {
      const at = line.indexOf('=');
      return at < 0 ? [line.trim(), ''] : [line.slice(0, at).trim(), line.slice(at + 1).trim()];
    }),
  );
}

/** Pairs as lines. */
export function formatPairs(pairs: Readonly<Record<string, string>> | undefined): string {
  return Object.entries(pairs ?? {})
    .map(([name, value]) => `${name}=${value}`)
    .join('\n');
}

export function parseList(source: string): readonly string[] {
  const parts = source.split(/[,\n]/).map((part) => part.trim());
  return [...new Set(parts.filter((part) => part !== ''))];
}

/** A value as the search language reads it in quotes. */
export function quoteValue(value: string): string {
  return `"${value.replaceAll(/["\\]/g, (character) => `\\${character}`)}"`;
}

/** The query of a search in these environments. The typed text comes first, so that places of mistakes in it stay right. */
export function toEventsQuery(q: string, env: readonly string[]): string {
  if (env.length === 0) return q;
  const environments = env.map((name) => `environment:${quoteValue(name)}`).join(' OR ');
  if (q.trim() === '') return environments;
  return /\bOR\b/.test(q) ? `(${q}) AND (${environments})` : `${q} AND (${environments})`;
}

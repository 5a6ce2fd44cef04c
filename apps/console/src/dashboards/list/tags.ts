interface Tagged {
  readonly tags: readonly string[];
}

/** The tags of dashboards and the chosen ones, sorted. */
export function tagsOf(dashboards: readonly Tagged[], chosen: readonly string[]): readonly string[] {
  return [...new Set([...chosen, ...dashboards.flatMap(({ tags }) => tags)])].toSorted();
}

/** The dashboards that have all chosen tags. */
export function withTags<T extends Tagged>(dashboards: readonly T[], chosen: readonly string[]): readonly T[] {
  return dashboards.filter(({ tags }) => chosen.every((tag) => tags.includes(tag)));
}

/** The tags of a text in which they are divided by commas. */
export function parseTags(text: string): readonly string[] {
  return [...new Set(text.split(',').map((tag) => tag.trim()))].filter((tag) => tag !== '');
}

interface Filters {
  readonly q?: string | undefined;
  readonly level?: readonly string[] | undefined;
  readonly service?: readonly string[] | undefined;
  readonly environment?: readonly string[] | undefined;
}

/** The filters of a search as saved searches and exports keep them: without times. */
export function toSavedQuery({ q, level, service, environment }: Filters): Readonly<Record<string, unknown>> {
  const members = { q, level, service, environment };
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));
}

export interface RestoredQuery {
  readonly state: {
    readonly q: string;
    readonly level: readonly string[];
    readonly service: readonly string[];
  };
  /** Deployment environments, which belong to the scope of the page. */
  readonly env: readonly string[];
}

/** The filters of a saved search. Other clients may have saved one value where this one saves a list. */
export function fromSavedQuery(query: Readonly<Record<string, unknown>> = {}): RestoredQuery {
  const { q, level, service, environment } = query;
  return {
    state: { q: typeof q === 'string' ? q : '', level: toList(level), service: toList(service) },
    env: toList(environment),
  };
}

function toList(value: unknown): readonly string[] {
  return [value].flat().filter((item) => typeof item === 'string');
}

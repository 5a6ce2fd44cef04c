/** A metric that a question can name. */
export interface CatalogMetric {
  readonly name: string;
  /** gauge, sum, histogram, exponential_histogram or summary. */
  readonly type: string;
  /** Whether a sum only grows. */
  readonly monotonic: boolean;
}

/** The names of one project that a caller may read. They are data: they never act as words of the grammar. */
export interface Catalog {
  readonly services: readonly string[];
  readonly environments: readonly string[];
  readonly events: readonly string[];
  readonly metrics: readonly CatalogMetric[];
  /** Keys of attributes of log records. */
  readonly attributes: readonly string[];
  readonly errorTypes: readonly string[];
  readonly agents: readonly string[];
  /** Models of language, as calls report them, and their providers. */
  readonly models: readonly string[];
  readonly providers: readonly string[];
}

export const EMPTY_CATALOG: Catalog = {
  services: [],
  environments: [],
  events: [],
  metrics: [],
  attributes: [],
  errorTypes: [],
  agents: [],
  models: [],
  providers: [],
};

export type NameKind =
  'service' | 'environment' | 'event' | 'metric' | 'attribute' | 'error type' | 'agent' | 'model' | 'provider';

/** A name of the catalog, as it was sent. */
export interface Name {
  readonly kind: NameKind;
  readonly name: string;
  readonly metric?: CatalogMetric;
}

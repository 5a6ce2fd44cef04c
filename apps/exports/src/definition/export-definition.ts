/** Signals that can be exported. */
export const SIGNALS = ['logs', 'traces', 'metrics', 'errors', 'events', 'persons', 'agent_runs'] as const;
export type ExportSignal = (typeof SIGNALS)[number];

export const FORMATS = ['csv', 'json', 'parquet'] as const;
export type ExportFormat = (typeof FORMATS)[number];

/** One value, or several: a single one is a text, as in definitions that earlier versions stored. */
export type TextFilter = string | readonly string[];

/** The values of a filter; none if it is empty. */
export const filterValues = (filter: TextFilter): readonly string[] => (filter === '' ? [] : [filter].flat());

/** Options of the file; all false by default. */
export interface ExportOptions {
  /** JSON as one array instead of a line for each row. */
  readonly json_array: boolean;
  /** Texts that a spreadsheet could take for a formula begin with an apostrophe. */
  readonly escape_formulas: boolean;
  /** CSV and JSON begin with a byte order mark. */
  readonly bom: boolean;
  /** A column for each attribute that occurs. */
  readonly flatten_attributes: boolean;
}

/**
 * Definition of an export: the checked query of a caller with all defaults filled in. It is stored unchanged, so it is
 * plain JSON.
 */
export interface ExportDefinition {
  readonly signal: ExportSignal;
  /** Text of the search language; empty for signals without a search. */
  readonly filter: string;
  /** Exact values; empty for any. */
  readonly service_name: TextFilter;
  readonly environment: TextFilter;
  /** A level of the signal; empty for any. Several levels are in the filter. */
  readonly level: string;
  /** Name of a metric; empty for all of them and for other signals. */
  readonly metric: string;
  /** Name of an event; empty for all of them and for other signals. */
  readonly event: string;
  /** Nanoseconds since 1970 as decimal digits, inclusive and exclusive; null for persons, who have no window. */
  readonly window: { readonly from: string; readonly to: string } | null;
  /** Names of columns or `attributes.` and a name; null for the columns of the signal. */
  readonly columns: readonly string[] | null;
  readonly options: ExportOptions;
}

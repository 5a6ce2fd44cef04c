export type JsonValue = string | number | boolean | null | JsonObject | readonly JsonValue[];
/** Parameters of an operation by the names that its REST call has. */
export interface JsonObject {
  readonly [name: string]: JsonValue;
}

/** `number`: one figure; `line`: figures over time; `bar`: one figure for each of several things; `table`: records. */
export type Chart = 'number' | 'line' | 'bar' | 'table';

/** The part of the response that answers the question. */
export interface View {
  readonly chart: Chart;
  /** The field of the response that was asked for, where it has several. */
  readonly measure?: string;
  readonly order?: 'asc' | 'desc';
  /** Maximum number of rows. */
  readonly limit?: number;
}

/** A call of one read operation, with absolute times, and the part of its response that answers the question. */
export interface TypedQuery {
  /** ID of the operation, such as `logs.query`. */
  readonly operation: string;
  readonly parameters: JsonObject;
  readonly view: View;
  /** The query in words. */
  readonly description: string;
}

/** `answered`: exactly one reading; `ambiguous`: several, of which none may run; `refused`: none. */
export type Status = 'answered' | 'ambiguous' | 'refused';

/** Why a question is refused. */
export type RefusalReason =
  'empty' | 'too_long' | 'not_understood' | 'negation' | 'contradiction' | 'unsupported' | 'invalid_time_zone';

/** A part of the question and what it became. */
export interface Understood {
  /** The words as asked. */
  readonly text: string;
  /** Offset of the first character in the question, in UTF-16 code units. */
  readonly start: number;
  /** Offset after the last character. */
  readonly end: number;
  /** The meaning of the words, such as `service "checkout"` or `from 2026-11-25T14:30:00Z to 2026-11-25T15:30:00Z`. */
  readonly meaning: string;
}

/** The result of parsing a question. */
export interface ParsedQuestion {
  readonly status: Status;
  /** The query of an answered question. */
  readonly query?: TypedQuery;
  /** At most three readings of an ambiguous question, the most plausible first. */
  readonly choices: readonly TypedQuery[];
  readonly understood: readonly Understood[];
  /** Words that no rule consumed, in the order of the question. */
  readonly notUnderstood: readonly string[];
  /** The reason of a refusal. */
  readonly reason?: RefusalReason;
  /** A sentence about the refusal or the ambiguity, without names of the catalog. */
  readonly explanation: string;
  /** Questions that would be answered, and names that resemble the words that were not understood. */
  readonly suggestions: readonly string[];
}

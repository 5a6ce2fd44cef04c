import type { ServerEvent } from '../runtime/server-event.js';
import type { Json, JsonObject } from '../runtime/values/json.js';
import type { Column, Page } from './layout/table.js';

export type OutputMode = 'table' | 'json';

/** The view of an answer on a terminal. */
export type View =
  | {
      readonly kind: 'table';
      /** Key of the list in the answer, or a function that derives the rows from the answer. */
      readonly rows: string | ((answer: Json, page: Page) => readonly JsonObject[]);
      readonly columns: readonly Column[];
      /** Printed instead of an empty table. */
      readonly empty: string;
    }
  | { readonly kind: 'text'; readonly print: (answer: Json, page: Page) => string | Promise<string> };

/** The view of the events of a streaming operation. */
export interface EventView {
  /** Name of the events that carry a record. In JSON mode only their data goes to standard output. */
  readonly record: string;
  /**
   * Returns a function that formats each event of one stream for a terminal, in order; empty for an event that is not
   * shown.
   */
  readonly start: (page: Page) => (event: ServerEvent) => string;
}

import type { JsonObject } from '@svc/contract';
import type { NextAction } from './next-actions.js';

/** Rows of one kind in the answer of a tool. */
export interface Section {
  /** Name in the structured content, and heading of the text. */
  readonly name: string;
  /** The kind of records that the rows come from, in our words. Their values are untrusted. */
  readonly source: string;
  readonly rows: readonly JsonObject[];
  /** The rows that exist, if it is known that there are more. */
  readonly total?: number | undefined;
  readonly page?: Page | undefined;
  /** A sentence of ours about the rows, such as why there are none. */
  readonly note?: string | undefined;
  /** Whether the rows are the product's own words, such as its reference. */
  readonly isOwn?: boolean;
}

/** The continuation of rows that an operation returns in pages. */
export interface Page {
  /** The cursor after all rows; undefined after the last page. */
  readonly nextCursor: string | undefined;
  /** The rows of the page. A section has fewer if not all were read; it then continues after its own last row. */
  readonly length: number;
  /** The operation that continues the rows, and its parameters; otherwise the tool itself does. */
  readonly continuedBy?: { readonly operation: string; readonly parameters: Readonly<Record<string, unknown>> };
  /** Finds the cursor after the first rows, for a result that has room for fewer than all. */
  cursorAfter(count: number): Promise<string | undefined>;
}

/** A part that a result does not have. */
export interface Omission {
  readonly part: string;
  readonly reason: string;
}

/** The findings of a tool, before they are made to fit. Sentences are ours and hold no text of records. */
export interface ToolAnswer {
  readonly summary: readonly string[];
  /** Bounds of the times that were read, with which a page is continued. */
  readonly window?: Window | undefined;
  readonly sections: readonly Section[];
  readonly omitted?: readonly Omission[] | undefined;
  readonly next?: readonly (NextAction | undefined)[] | undefined;
}

export interface Window {
  readonly start_time: string;
  readonly end_time: string;
}

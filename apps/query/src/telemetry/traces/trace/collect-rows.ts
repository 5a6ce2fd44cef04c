import { estimateBytes, MAX_ANSWER_BYTES } from '@svc/reading/paging';

export interface CollectedRows<Row> {
  readonly rows: readonly Row[];
  /** Whether reading stopped because the rows are too large for an answer. */
  readonly isTooLarge: boolean;
}

/** Rows in the order in which they arrive, until they are too large for an answer. */
export async function collectRows<Row>(chunks: AsyncIterable<Row[]>): Promise<CollectedRows<Row>> {
  const rows: Row[] = [];
  let bytes = 0;
  for await (const chunk of chunks) {
    rows.push(...chunk);
    bytes += estimateBytes(chunk);
    if (bytes > MAX_ANSWER_BYTES) return { rows, isTooLarge: true };
  }
  return { rows, isTooLarge: false };
}

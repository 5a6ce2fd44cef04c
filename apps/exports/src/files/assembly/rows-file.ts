import type { ExportOptions } from '../../definition/export-definition.js';

const LINE_FEED = 10;
const SEPARATOR = Buffer.from(',\n');
const BOM = Buffer.from('\u{feff}');

/** The layout of a file of rows: the bytes before, between and after its parts. */
export interface RowsFile {
  readonly head: Buffer;
  readonly tail: Buffer;
  /** Changes the bytes of all parts, which follow each other; undefined if they stay as they are. */
  readonly body?: (bytes: AsyncIterable<Uint8Array>) => AsyncIterable<Uint8Array>;
}

/** @param names of the columns, as the first row of CSV. */
export function rowsFile(format: 'csv' | 'json', options: ExportOptions, names: readonly string[]): RowsFile {
  const bom = options.bom ? BOM : Buffer.alloc(0);
  if (format === 'csv') {
    const header = `${names.map(quoted).join(',')}\r\n`;
    return { head: Buffer.concat([bom, Buffer.from(header)]), tail: Buffer.alloc(0) };
  }
  if (!options.json_array) return { head: bom, tail: Buffer.alloc(0) };
  return { head: Buffer.concat([bom, Buffer.from('[\n')]), tail: Buffer.from('\n]\n'), body: separated };
}

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** Lines with commas between them: each line feed but the last gets one before it. */
export async function* separated(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void, void> {
  let isPending = false;
  for await (const chunk of bytes) {
    const pieces: Uint8Array[] = [];
    let start = 0;
    while (start < chunk.length) {
      if (isPending) pieces.push(SEPARATOR);
      const end = chunk.indexOf(LINE_FEED, start);
      isPending = end >= 0;
      pieces.push(chunk.subarray(start, end < 0 ? chunk.length : end));
      start = end < 0 ? chunk.length : end + 1;
    }
    if (pieces.length > 0) yield Buffer.concat(pieces);
  }
}

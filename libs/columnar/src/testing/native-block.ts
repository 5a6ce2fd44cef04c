import type { NativeBlock } from '../port.js';

/** Values of the few types the tests need, in the Native format of ClickHouse: one column after the other. */
export type TestColumn =
  | { readonly type: 'UInt32'; readonly values: readonly number[] }
  | { readonly type: 'Date'; readonly values: readonly number[] }
  | { readonly type: 'String'; readonly values: readonly (string | Uint8Array)[] };

/** One block: number of columns, number of rows, then per column its name, type and values. */
export function nativeBlock(table: string, columns: Readonly<Record<string, TestColumn>>): NativeBlock {
  const rows = Object.values(columns)[0]?.values.length ?? 0;
  const pieces: Uint8Array[] = [variableLength(Object.keys(columns).length), variableLength(rows)];
  for (const [name, column] of Object.entries(columns)) {
    pieces.push(text(name), text(column.type), ...encode(column));
  }
  return { table, columns: Object.keys(columns), rows, bytes: Buffer.concat(pieces) };
}

function encode(column: TestColumn): Uint8Array[] {
  switch (column.type) {
    case 'UInt32':
      return [new Uint8Array(Uint32Array.from(column.values).buffer)];
    case 'Date':
      return [new Uint8Array(Uint16Array.from(column.values).buffer)];
    case 'String':
      return column.values.map(text);
  }
}

function text(value: string | Uint8Array): Uint8Array {
  const bytes = typeof value === 'string' ? Buffer.from(value) : value;
  return Buffer.concat([variableLength(bytes.length), bytes]);
}

function variableLength(value: number): Uint8Array {
  const bytes: number[] = [];
  let rest = value;
  while (rest > 0x7f) {
    bytes.push((rest & 0x7f) | 0x80);
    rest >>>= 7;
  }
  return Uint8Array.from([...bytes, rest]);
}

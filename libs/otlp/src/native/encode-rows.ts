import { isStored, type StoredColumnName, type TableDefinition } from '@svc/tables';
import { ArrayColumn } from './array-column.js';
import { TableBuilder, type NativeBlock } from './block.js';
import { ByteBuffer } from './byte-buffer.js';
import type { Column } from './column.js';
import { FixedColumn, type FixedType } from './fixed-column.js';
import { LowCardinalityColumn } from './low-cardinality-column.js';
import { NullableColumn } from './nullable-column.js';
import { PairsColumn } from './pairs-column.js';
import { StringColumn } from './string-column.js';

/** The value of a column in a row that is written: raw bytes in hexadecimal digits, times and decimals in their last unit. */
export type WrittenValue<Type extends string> = Type extends `Nullable(${infer Inner})`
  ? WrittenValue<Inner> | null
  : Type extends `Array(${infer Inner})`
    ? readonly WrittenValue<Inner>[]
    : Type extends `Map(${string}, ${infer Inner})`
      ? Readonly<Record<string, WrittenValue<Inner>>>
      : Type extends 'String' | 'LowCardinality(String)' | `FixedString(${number})`
        ? string
        : Type extends 'UInt8' | 'UInt16' | 'UInt32' | 'DateTime' | `SimpleAggregateFunction(${string}, DateTime)`
          ? number
          : bigint;

/** A row of a table as services write it that do not encode requests. */
export type WrittenRow<Table extends TableDefinition> = {
  readonly [Name in StoredColumnName<Table>]: WrittenValue<Table['columns'][Name]['type']>;
};

/**
 * Encodes rows as one block. Slower than the encoders of requests, because it interprets the types of the columns.
 *
 * @throws TypeError for a type that it does not write.
 */
export function encodeRows<Table extends TableDefinition>(
  table: Table,
  rows: readonly WrittenRow<Table>[],
): NativeBlock {
  const names = Object.keys(table.columns).filter((name) => isStored(table.columns[name]));
  const writers = names.map((name) => [name, createWriter(table.columns[name]?.type ?? '')] as const);
  for (const row of rows) for (const [name, writer] of writers) writer.append((row as Record<string, unknown>)[name]);
  const builder = new TableBuilder(
    table.name,
    writers.map(([name, { column }]) => [name, column]),
  );
  const out = new ByteBuffer();
  builder.write(out);
  return { table: table.name, columns: names, rows: rows.length, bytes: out.bytes.subarray(0, out.length) };
}

interface Writer {
  readonly column: Column;
  readonly append: (value: unknown) => void;
}

function createWriter(type: string): Writer {
  const [, outer, inner = ''] = /^(Nullable|Array|Map)\((.+)\)$/.exec(type) ?? [];
  if (outer === 'Nullable') return nullable(inner);
  if (outer === 'Array') return array(createWriter(inner));
  if (outer === 'Map') return map(createWriter(inner.replace(/^LowCardinality\(String\), /, '')));
  if (type === 'String') return texts(new StringColumn());
  if (type === 'LowCardinality(String)') return texts(new LowCardinalityColumn());
  return fixed(new FixedColumn(type as FixedType));
}

/** A text may have halves of surrogate pairs, which UTF-8 cannot. */
function texts(column: StringColumn | LowCardinalityColumn): Writer {
  return { column, append: (value) => column.appendOwn(String(value).toWellFormed()) };
}

function fixed(column: FixedColumn): Writer {
  return { column, append: (value) => column.copyValue(toBytes(value, column)) };
}

function toBytes(value: unknown, { type, width }: FixedColumn): Buffer {
  const bytes = Buffer.alloc(width);
  if (typeof value === 'string') bytes.write(value, 'hex');
  else if (typeof value === 'number' && Number.isSafeInteger(value)) bytes.writeUIntLE(value, 0, Math.min(width, 6));
  else if (typeof value === 'bigint' && width === 8) bytes.writeBigInt64LE(BigInt.asIntN(64, value));
  else throw new TypeError(`A value is not one of ${type}.`);
  return bytes;
}

function nullable(type: string): Writer {
  const { column: inner, append } = createWriter(type);
  const column = new NullableColumn(inner);
  const none = type.startsWith('UInt') ? 0 : 0n;
  return {
    column,
    append: (value) => {
      append(value ?? none);
      column.endRow(value === null || value === undefined);
    },
  };
}

function array({ column: inner, append }: Writer): Writer {
  const column = new ArrayColumn(inner);
  return {
    column,
    append: (value) => {
      for (const element of value as readonly unknown[]) append(element);
      column.endRow();
    },
  };
}

function map({ column: values, append }: Writer): Writer {
  const column = new PairsColumn(values);
  return {
    column,
    append: (value) => {
      for (const [key, element] of Object.entries(value as Readonly<Record<string, unknown>>)) {
        column.keys.appendOwn(key.toWellFormed());
        append(element);
      }
      column.endRow();
    },
  };
}

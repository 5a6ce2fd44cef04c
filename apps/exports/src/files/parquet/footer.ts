import { readStruct, TYPE, type ThriftField, type ThriftList, type ThriftStruct, type ThriftValue } from './thrift.js';

/** The footer of a Parquet file as far as joining needs it; numbers of fields as in parquet.thrift of the format. */
export interface Footer {
  readonly fields: ThriftStruct;
  readonly rows: bigint;
  readonly rowGroups: readonly ThriftStruct[];
}

export const FILE = { schema: 2, rows: 3, rowGroups: 4 } as const;
const SCHEMA = { name: 4, children: 5 } as const;
const ROW_GROUP = { columns: 1, fileOffset: 5, ordinal: 7 } as const;
const CHUNK = { fileOffset: 2, metaData: 3, offsetIndex: 4, columnIndex: 6 } as const;
const META = { path: 3, places: [9, 10, 11, 14] } as const;

export const MAGIC = Buffer.from('PAR1');
/** The length of the footer and the magic, at the end of a file. */
export const TAIL_BYTES = 8;

/** @throws RangeError for bytes that are not a footer. */
export function parseFooter(bytes: Buffer): Footer {
  const fields = readStruct(bytes);
  const rows = fields.get(FILE.rows)?.value;
  if (typeof rows !== 'bigint') throw new RangeError('The footer has no number of rows.');
  return { fields, rows, rowGroups: structs(fields.get(FILE.rowGroups)) };
}

/** The length of a footer from the last bytes of its file. */
export function footerLength(tail: Buffer): number {
  if (tail.length < TAIL_BYTES || !tail.subarray(tail.length - 4).equals(MAGIC))
    throw new RangeError('The file is not Parquet.');
  return tail.readUInt32LE(tail.length - TAIL_BYTES);
}

/**
 * Moves a row group to another file: all its positions increase by `by` bytes.
 *
 * @param names of the columns of the file, by the names that the engine gave them.
 */
export function moveRowGroup(
  group: ThriftStruct,
  by: bigint,
  ordinal: number,
  names: ReadonlyMap<string, string>,
): ThriftStruct {
  const moved = new Map(group);
  move(moved, ROW_GROUP.fileOffset, by);
  // The format has 16 bits for it. Readers count row groups themselves.
  moved.delete(ROW_GROUP.ordinal);
  if (group.has(ROW_GROUP.ordinal) && ordinal < 32_768)
    moved.set(ROW_GROUP.ordinal, { type: TYPE.i16, value: BigInt(ordinal) });
  const columns = structs(group.get(ROW_GROUP.columns)).map((chunk) => moveChunk(chunk, by, names));
  moved.set(ROW_GROUP.columns, { type: TYPE.list, value: { element: TYPE.struct, values: columns } });
  return ordered(moved);
}

function moveChunk(chunk: ThriftStruct, by: bigint, names: ReadonlyMap<string, string>): ThriftStruct {
  // A page index contains positions inside itself, which would have to be moved too; the engine is configured not to
  // write one.
  if (chunk.has(CHUNK.offsetIndex) || chunk.has(CHUNK.columnIndex))
    throw new RangeError('The file has an index of pages.');
  const moved = new Map(chunk);
  move(moved, CHUNK.fileOffset, by);
  const metaData = chunk.get(CHUNK.metaData)?.value;
  if (!(metaData instanceof Map)) throw new RangeError('A column has no description.');
  const described = new Map(metaData as ThriftStruct);
  for (const place of META.places) move(described, place, by);
  const [first, ...others] = list(described.get(META.path));
  described.set(META.path, {
    type: TYPE.list,
    value: { element: TYPE.binary, values: [renamed(first, names), ...others] },
  });
  moved.set(CHUNK.metaData, { type: TYPE.struct, value: described });
  return ordered(moved);
}

/** The elements of a schema, whose columns get the names that clients know. The first element is the root. */
export function renameSchema({ fields }: Footer, names: ReadonlyMap<string, string>): ThriftField {
  const elements = structs(fields.get(FILE.schema));
  // Members of a column that is a map or a list follow it.
  let members = 0n;
  const values = elements.map((element, index) => {
    if (index === 0) return element;
    const isColumn = members === 0n;
    const children = element.get(SCHEMA.children)?.value;
    members += (typeof children === 'bigint' ? children : 0n) - (isColumn ? 0n : 1n);
    if (!isColumn) return element;
    return ordered(
      new Map(element).set(SCHEMA.name, { type: TYPE.binary, value: renamed(element.get(SCHEMA.name)?.value, names) }),
    );
  });
  return { type: TYPE.list, value: { element: TYPE.struct, values } };
}

function renamed(name: ThriftValue | undefined, names: ReadonlyMap<string, string>): Buffer {
  const known = Buffer.isBuffer(name) ? names.get(name.toString()) : undefined;
  if (known === undefined) throw new RangeError('A column has an unknown name.');
  return Buffer.from(known);
}

/** Moves a position; 0 or less means that it is absent. */
function move(struct: Map<number, ThriftField>, id: number, by: bigint): void {
  const field = struct.get(id);
  if (field && typeof field.value === 'bigint' && field.value > 0n)
    struct.set(id, { ...field, value: field.value + by });
}

const ordered = (fields: ThriftStruct): ThriftStruct => new Map([...fields].sort(([a], [b]) => a - b));

function list(field: ThriftField | undefined): readonly ThriftValue[] {
  const value = field?.value;
  if (typeof value !== 'object' || Buffer.isBuffer(value) || value instanceof Map)
    throw new RangeError('A list is missing.');
  return (value as ThriftList).values;
}

function structs(field: ThriftField | undefined): readonly ThriftStruct[] {
  return list(field).map((value) => {
    if (!(value instanceof Map)) throw new RangeError('A list has something else than structs.');
    return value as ThriftStruct;
  });
}

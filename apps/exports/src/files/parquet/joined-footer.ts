import { FILE, MAGIC, moveRowGroup, parseFooter, renameSchema, type Footer } from './footer.js';
import { fieldHeader, listHeader, writeStruct, writeValue } from './thrift-writer.js';
import { TYPE, type ThriftStruct } from './thrift.js';

/**
 * The footer of a file that has the row groups of several files, one after the other. Row groups are kept as bytes, so that many of them
 * take no more memory than the footer itself.
 */
export class JoinedFooter {
  readonly #groups: Buffer[] = [];
  #first: { readonly fields: ThriftStruct; readonly schema: Buffer } | undefined;
  #rows = 0n;

  /** @param names of the columns, by the names that the engine gave them. */
  constructor(private readonly names: ReadonlyMap<string, string>) {}

  /**
   * @param by the distance in bytes by which its row groups move from their positions in their own file.
   * @throws RangeError for a footer whose columns differ from those of the first.
   */
  add(footer: Buffer, by: bigint): void {
    const parsed = parseFooter(footer);
    const schema = this.#schema(parsed);
    this.#first ??= { fields: parsed.fields, schema };
    if (!this.#first.schema.equals(schema)) throw new RangeError('The files have different columns.');
    for (const group of parsed.rowGroups)
      this.#groups.push(writeStruct(moveRowGroup(group, by, this.#groups.length, this.names)));
    this.#rows += parsed.rows;
  }

  get rows(): bigint {
    return this.#rows;
  }

  /** The end of the file: the footer, its length and the magic. */
  toBytes(): Buffer {
    if (!this.#first) throw new RangeError('There is no file to join.');
    const parts: Buffer[] = [];
    let previous = 0;
    for (const [id, { type, value }] of this.#first.fields) {
      parts.push(fieldHeader(id, previous, typeof value === 'boolean' && !value ? TYPE.false : type));
      if (id === FILE.schema) parts.push(this.#first.schema);
      else if (id === FILE.rows) parts.push(writeValue(type, this.#rows));
      else if (id === FILE.rowGroups) parts.push(listHeader(TYPE.struct, this.#groups.length), ...this.#groups);
      else if (typeof value !== 'boolean') parts.push(writeValue(type, value));
      previous = id;
    }
    const footer = Buffer.concat([...parts, Buffer.of(0)]);
    const length = Buffer.alloc(4);
    length.writeUInt32LE(footer.length);
    return Buffer.concat([footer, length, MAGIC]);
  }

  #schema(parsed: Footer): Buffer {
    const { type, value } = renameSchema(parsed, this.names);
    return writeValue(type, value);
  }
}

import { SymbolFileRefusal } from './refusal.js';

/**
 * The part of a symbol file that symbolication reads: named columns of numbers and of bytes in one buffer, which is
 * searched in place, so that loading a file costs no more than reading it. Layout: the length of the header in bytes
 * (u32), the header (JSON), the columns, each aligned to eight bytes.
 */
export class ColumnFile<Details extends object = object> {
  readonly #views = new Map<string, Uint32Array>();

  private constructor(
    private readonly header: Header<Details>,
    private readonly bytes: Uint8Array,
    private readonly start: number,
  ) {}

  /** @throws SymbolFileRefusal if the file was written by a version that wrote another format. */
  static open<Details extends object>(file: Uint8Array): ColumnFile<Details> {
    // Views of four bytes need an aligned beginning.
    const bytes = file.byteOffset % ALIGNMENT === 0 ? file : new Uint8Array(file);
    const length = new DataView(bytes.buffer, bytes.byteOffset, bytes.length).getUint32(0, true);
    const header = JSON.parse(Buffer.from(bytes.subarray(4, 4 + length)).toString()) as Header<Details>;
    if (header.format !== FORMAT) throw new SymbolFileRefusal('was stored by another version; upload it again');
    return new ColumnFile(header, bytes, align(4 + length));
  }

  get details(): Details {
    return this.header.details;
  }

  /** Bytes in memory. */
  get size(): number {
    return this.bytes.buffer.byteLength;
  }

  numbers(name: string): Uint32Array {
    const known = this.#views.get(name);
    if (known) return known;
    const { at, length } = this.#find(name);
    const view = new Uint32Array(this.bytes.buffer, this.bytes.byteOffset + this.start + at, length / 4);
    this.#views.set(name, view);
    return view;
  }

  raw(name: string): Uint8Array {
    const { at, length } = this.#find(name);
    return this.bytes.subarray(this.start + at, this.start + at + length);
  }

  /** A text of a table that `TextTable` wrote. */
  text(table: string, index: number): string {
    const ends = this.numbers(`${table}.ends`);
    const { at } = this.#find(table);
    const from = this.start + at;
    const end = ends[index];
    if (end === undefined) return '';
    return decoder.decode(this.bytes.subarray(from + (index === 0 ? 0 : (ends[index - 1] ?? 0)), from + end));
  }

  #find(name: string): Place {
    const place = this.header.columns[name];
    if (!place) throw new Error(`A symbol file has no column ${name}`);
    return place;
  }
}

/** Puts the columns of a file together. */
export function writeColumns(details: object, columns: Readonly<Record<string, Uint32Array | Uint8Array>>): Uint8Array {
  const places: Record<string, Place> = {};
  let at = 0;
  for (const [name, { byteLength }] of Object.entries(columns)) {
    places[name] = { at, length: byteLength };
    at = align(at + byteLength);
  }
  const header = Buffer.from(JSON.stringify({ format: FORMAT, details, columns: places } satisfies Header<object>));
  const start = align(4 + header.length);
  const file = new Uint8Array(start + at);
  new DataView(file.buffer).setUint32(0, header.length, true);
  file.set(header, 4);
  for (const [name, column] of Object.entries(columns)) {
    const bytes = new Uint8Array(column.buffer, column.byteOffset, column.byteLength);
    file.set(bytes, start + (places[name]?.at ?? 0));
  }
  return file;
}

interface Place {
  /** Bytes after the header. */
  readonly at: number;
  /** Bytes. */
  readonly length: number;
}

interface Header<Details> {
  readonly format: number;
  readonly details: Details;
  readonly columns: Readonly<Record<string, Place>>;
}

/** Grows when a change makes stored files unreadable. */
const FORMAT = 1;
const ALIGNMENT = 8;
const decoder = new TextDecoder();

function align(offset: number): number {
  return Math.ceil(offset / ALIGNMENT) * ALIGNMENT;
}

import { SymbolFileRefusal } from '../../columns/refusal.js';
import { BinaryReader } from '../binary-reader.js';
import type { ByteSource, MachImage } from '../mach-o.js';

/** Names as they are in Mach-O files, which cut them after sixteen characters. */
export type SectionName =
  | '__debug_abbrev'
  | '__debug_addr'
  | '__debug_info'
  | '__debug_line'
  | '__debug_line_str'
  | '__debug_ranges'
  | '__debug_rnglists'
  | '__debug_str'
  | '__debug_str_offs';

const MAX_BYTES = 1024 * 1024 * 1024;

/** The debug information of an image, each section read once. */
export class DwarfSections {
  readonly #readers = new Map<SectionName, BinaryReader>();
  #bytes = 0;

  constructor(
    private readonly source: ByteSource,
    private readonly image: MachImage,
  ) {}

  /** Reads the section from an offset on. An absent section is empty. @throws SymbolFileRefusal */
  at(name: SectionName, offset: number): BinaryReader {
    return this.#section(name).part(offset);
  }

  /** The text at an offset; '' if there is none, because some linkers leave out sections that others refer to. */
  text(name: SectionName, offset: number): string {
    const section = this.#section(name);
    return offset < section.bytes.length ? section.part(offset).text() : '';
  }

  #section(name: SectionName): BinaryReader {
    const known = this.#readers.get(name);
    if (known) return known;
    const { offset, size } = this.image.sections.get(name) ?? { offset: 0, size: 0 };
    this.#bytes += size;
    if (this.#bytes > MAX_BYTES) throw new SymbolFileRefusal('has more than 1 GiB of debug information');
    const bytes = this.source.read(this.image.start + offset, size);
    const reader = new BinaryReader(bytes, this.image.isLittleEndian);
    this.#readers.set(name, reader);
    return reader;
  }
}

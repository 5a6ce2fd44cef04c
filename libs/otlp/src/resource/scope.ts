import { fieldSet, type WireReader } from '../wire/reader.js';

const SCOPE_FIELDS = fieldSet(1, 2);

/** The instrumentation scope of the current items: positions of its name and version in the request. */
export class Scope {
  nameStart = 0;
  nameEnd = 0;
  versionStart = 0;
  versionEnd = 0;

  read(reader: WireReader, start: number, end: number, path: string): void {
    this.nameStart = this.nameEnd = this.versionStart = this.versionEnd = 0;
    reader.pos = start;
    while (reader.pos < end) {
      const tag = reader.tag(end, path);
      if (tag === 0x0a) {
        const length = reader.length(end, path);
        this.nameStart = reader.pos;
        this.nameEnd = reader.pos += length;
      } else if (tag === 0x12) {
        const length = reader.length(end, path);
        this.versionStart = reader.pos;
        this.versionEnd = reader.pos += length;
      } else reader.skip(tag, SCOPE_FIELDS, end, path);
    }
  }
}

import { KeyValue } from '../attributes/any-value.js';
import { AttributesHash } from '../attributes/attributes-hash.js';
import { findRole, NO_ROLE, ROLES, ROLES_BY_COLUMN, type PromotedName } from '../attributes/roles.js';
import { appendValueText } from '../attributes/value-text.js';
import { ByteBuffer } from '../native/byte-buffer.js';
import { Ranges } from '../wire/ranges.js';
import { fieldSet, type WireReader } from '../wire/reader.js';

const RESOURCE_FIELDS = fieldSet(1);

/** A text in `Resource.texts`. */
export interface Promoted {
  readonly start: number;
  readonly end: number;
}
const NOTHING: Promoted = { start: 0, end: 0 };

/**
 * The resource that the current items belong to, read once for all of them: its hash, its attributes and the texts promoted to
 * columns.
 */
export class Resource {
  readonly attributes = new Ranges();
  /** Holds the promoted texts. */
  readonly texts = new ByteBuffer();
  /** Whether its texts are redacted. */
  redacts = false;
  hashLow = 0;
  hashHigh = 0;
  readonly promoted = Object.fromEntries(ROLES_BY_COLUMN.map(([name]) => [name, NOTHING])) as Record<
    PromotedName,
    Promoted
  >;
  job = NOTHING;
  private readonly pair = new KeyValue();
  private readonly hash = new AttributesHash();
  private readonly byRole: Promoted[] = Array.from({ length: ROLES }, () => NOTHING);

  read(reader: WireReader, start: number, end: number, path: string, redacts = false): void {
    this.redacts = redacts;
    readResource(reader, start, end, this.attributes, path);
    this.texts.clear();
    this.byRole.fill(NOTHING);
    this.hash.start(redacts);
    for (let i = 0; i < this.attributes.count; i++) {
      this.pair.parse(reader, this.attributes.start(i), this.attributes.end(i), 0, path);
      this.hash.add(reader, this.pair);
      const role = findRole(reader.bytes, this.pair.keyStart, this.pair.keyEnd);
      if (role !== NO_ROLE) this.byRole[role] = this.#text(reader);
    }
    this.hash.finish();
    this.hashLow = this.hash.low;
    this.hashHigh = this.hash.high;
    this.#promote();
  }

  #text(reader: WireReader): Promoted {
    const start = this.texts.length;
    appendValueText(this.texts, reader, this.pair.value);
    return { start, end: this.texts.length };
  }

  #promote(): void {
    for (const [name, roles] of ROLES_BY_COLUMN) this.promoted[name] = this.#first(roles);
    this.job = this.#toJob(this.promoted.service_namespace, this.promoted.service_name);
  }

  #first(roles: readonly number[]): Promoted {
    for (const role of roles) {
      const text = this.byRole[role];
      if (text.end > text.start) return text;
    }
    return NOTHING;
  }

  /** `namespace/name`, as OpenTelemetry maps a service to Prometheus' job; the name alone without a namespace. */
  #toJob(namespace: Promoted, name: Promoted): Promoted {
    if (namespace === NOTHING) return name;
    const { texts } = this;
    const start = texts.length;
    const length = namespace.end - namespace.start + name.end - name.start + 1;
    texts.reserve(length);
    texts.copy(texts.bytes, namespace.start, namespace.end);
    texts.ascii('/');
    texts.copy(texts.bytes, name.start, name.end);
    return { start, end: start + length };
  }
}

/** Collects the positions of a resource's attributes. */
export function readResource(reader: WireReader, start: number, end: number, attributes: Ranges, path: string): void {
  attributes.clear();
  reader.pos = start;
  while (reader.pos < end) {
    const tag = reader.tag(end, path);
    if (tag === 0x0a) {
      const length = reader.length(end, path);
      attributes.push(reader.pos, reader.pos + length);
      reader.pos += length;
    } else reader.skip(tag, RESOURCE_FIELDS, end, path);
  }
}

import { classOfKey, type KeyClass } from '@svc/redaction';
import { MapColumn } from '../native/map-column.js';
import type { StringColumn } from '../native/string-column.js';
import type { Ranges } from '../wire/ranges.js';
import type { WireReader } from '../wire/reader.js';
import { KeyValue } from './any-value.js';
import { AttributeTypesColumn } from './attribute-types-column.js';
import { startsLikeContent } from './content-event.js';
import {
  AI_ROLE,
  CONTENT_ROLE,
  EVENT_NAME_ROLE,
  EXCEPTION_ROLE,
  findItemRole,
  ITEM_ROLES,
  NO_ROLE,
  POSSIBLE_CONTENT_ROLE,
} from './roles.js';
import type { StoredAttribute } from './stored-attribute.js';
import { appendValue } from './value-column.js';

/** Takes attributes that are not stored in their row. */
export interface AttributesApart {
  /** @param key the class of the attribute's key, with which its value is redacted. */
  add(reader: WireReader, pair: KeyValue, key: KeyClass | undefined): void;
}

/** A column of attribute maps, filled from KeyValue messages in place in the request. */
export class AttributesColumn extends MapColumn {
  /** The types of the values, row by row: a column of its own, which a table may have or not. */
  readonly types = new AttributeTypesColumn(this.keys.dictionary);
  private readonly pair = new KeyValue();
  /** Role of each key, by its index in the dictionary of keys. */
  private roles: Uint8Array = new Uint8Array(256);
  private knownRoles = 0;
  /** Class of each key for redaction, by its index in the dictionary of keys; undefined until it is needed. */
  private readonly classes: (KeyClass | undefined)[] = [];
  /** Start and end in `values` of the value of the row for each role; equal if it has none. */
  private readonly roleStarts = new Int32Array(ITEM_ROLES);
  private readonly roleEnds = new Int32Array(ITEM_ROLES);
  private rowHasRoles = false;
  /** Whether the last row has an attribute of an exception. */
  rowIsException = false;
  /** Whether the last row has an attribute of AI work. */
  rowIsAi = false;
  /** Whether the last row names an event that may carry prompts and answers. */
  rowIsContentEvent = false;
  /** Start and end of the attributes of the row that carry prompts and answers if it is a part of AI work. */
  private readonly possibleContent: number[] = [];
  /** Texts of keys that were needed, by their index in the dictionary of keys. */
  private readonly keyTexts: (string | undefined)[] = [];
  /** Positions at which the last row begins. */
  private rowKeys = 0;
  private rowValues = 0;
  /** For each key, the key that followed it last time: senders repeat their order, which saves most lookups. */
  private followers: Int32Array = new Int32Array(256);

  /** @param apart takes prompts and answers; by default they are stored with the other attributes. */
  constructor(private readonly apart?: AttributesApart) {
    super();
  }

  /** Appends one row; with `redacts`, personal data and credentials in the values are replaced. */
  appendRow(reader: WireReader, attributes: Ranges, path: string, redacts: boolean): void {
    if (this.rowHasRoles) {
      this.roleEnds.fill(0);
      this.roleStarts.fill(0);
      this.rowHasRoles = false;
    }
    this.rowIsException = this.rowIsAi = this.rowIsContentEvent = false;
    this.rowKeys = this.keys.rows;
    this.rowValues = this.values.data.length;
    let previous = 0;
    for (let i = 0, count = attributes.count; i < count; i++) {
      previous = this.#appendPair(reader, attributes.start(i), attributes.end(i), previous, path, redacts);
    }
    if (this.possibleContent.length > 0) this.#appendPossibleContent(reader, path, redacts);
    this.endRow();
    this.types.endRow();
  }

  /**
   * Copies the last row's value of the first of `roles` that it has and returns true; an empty value counts as none.
   */
  promote(into: StringColumn, roles: readonly number[]): boolean {
    if (!this.rowHasRoles) return false;
    for (const role of roles) {
      const start = this.roleStarts[role];
      const end = this.roleEnds[role];
      if (end > start) {
        into.appendChecked(this.values.data, start, end);
        return true;
      }
    }
    return false;
  }

  /** The last row's value of the first of `roles` that it has, or ''. */
  promotedText(roles: readonly number[]): string {
    if (!this.rowHasRoles) return '';
    const role = roles.find((candidate) => this.roleEnds[candidate] > this.roleStarts[candidate]);
    if (role === undefined) return '';
    return this.values.data.bytes.toString('utf8', this.roleStarts[role], this.roleEnds[role]);
  }

  /** The last row as it is stored, to be read before the column is reset. */
  lastRow(): () => StoredAttribute[] {
    const [firstKey, end, start, row] = [this.rowKeys, this.keys.rows, this.rowValues, this.rows - 1];
    return () => this.#read(firstKey, end, start, this.types.textAt(row));
  }

  #read(firstKey: number, end: number, start: number, typesText: string): StoredAttribute[] {
    const { bytes } = this.values.data;
    const types = readTypes(typesText);
    const row: StoredAttribute[] = [];
    let at = start;
    for (let place = firstKey; place < end; place++) {
      const key = this.#keyText(this.keys.indexAt(place));
      let length = 0;
      for (let shift = 0; ; shift += 7) {
        const byte = bytes[at++];
        length |= (byte & 0x7f) << shift;
        if (byte < 0x80) break;
      }
      row.push({ key, value: bytes.toString('utf8', at, (at += length)), type: types?.get(key) ?? '' });
    }
    return row;
  }

  #keyText(index: number): string {
    const { dictionary } = this.keys;
    const { bytes } = dictionary.data;
    return (this.keyTexts[index] ??= bytes.toString('utf8', dictionary.start(index), dictionary.end(index)));
  }

  override mark(): void {
    super.mark();
    this.types.mark();
  }

  override rollback(): void {
    super.rollback();
    this.types.rollback();
    this.possibleContent.length = 0;
  }

  override reset(): void {
    super.reset();
    this.types.reset();
    this.knownRoles = 0;
    this.classes.length = 0;
    this.keyTexts.length = 0;
    this.followers.fill(0);
  }

  #appendPair(
    reader: WireReader,
    start: number,
    end: number,
    previous: number,
    path: string,
    redacts: boolean,
  ): number {
    const { pair, keys } = this;
    pair.parse(reader, start, end, 0, path);
    let key = this.followers[previous];
    if (key === 0 || !keys.dictionary.equals(key, reader.bytes, reader.view, pair.keyStart, pair.keyEnd)) {
      key = keys.dictionary.indexOf(reader.bytes, reader.view, pair.keyStart, pair.keyEnd);
      if (key >= this.knownRoles) this.#learnRoles();
      this.followers[previous] = key;
    }
    const role = this.roles[key];
    if (role === CONTENT_ROLE) this.#appendContent(reader, key);
    else if (role === POSSIBLE_CONTENT_ROLE && this.apart) this.possibleContent.push(start, end);
    else this.#appendValue(reader, key, role, redacts);
    return key;
  }

  #appendValue(reader: WireReader, key: number, role: number, redacts: boolean): void {
    const { value } = this.pair;
    this.keys.push(key);
    this.types.note(key, value.kind);
    const valueStart = appendValue(this.values, reader, value, redacts ? this.#classAt(key) : undefined);
    if (role !== NO_ROLE) this.#noteRole(role, valueStart);
  }

  /** Prompts and answers are redacted whether the project redacts or not. */
  #appendContent(reader: WireReader, key: number): void {
    this.rowIsAi = true;
    if (this.apart) this.apart.add(reader, this.pair, this.#classAt(key));
    else this.#appendValue(reader, key, CONTENT_ROLE, true);
  }

  /** Only now is it known whether the row is a part of AI work. */
  #appendPossibleContent(reader: WireReader, path: string, redacts: boolean): void {
    const { possibleContent, pair, keys } = this;
    for (let i = 0; i < possibleContent.length; i += 2) {
      pair.parse(reader, possibleContent[i], possibleContent[i + 1], 0, path);
      const key = keys.dictionary.indexOf(reader.bytes, reader.view, pair.keyStart, pair.keyEnd);
      if (this.rowIsAi) this.apart?.add(reader, pair, this.#classAt(key));
      else this.#appendValue(reader, key, NO_ROLE, redacts);
    }
    possibleContent.length = 0;
  }

  #noteRole(role: number, valueStart: number): void {
    if (role === AI_ROLE) this.rowIsAi = true;
    else if (role === EXCEPTION_ROLE) this.rowIsException = true;
    else if (role === EVENT_NAME_ROLE) {
      const { bytes, length } = this.values.data;
      this.rowIsContentEvent = startsLikeContent(bytes, valueStart, length);
    } else if (role < ITEM_ROLES) {
      this.roleStarts[role] = valueStart;
      this.roleEnds[role] = this.values.data.length;
      this.rowHasRoles = true;
    }
  }

  /** Attributes that identify the sender or the visitor are not redacted, like the IDs of product events. */
  #classAt(key: number): KeyClass | undefined {
    const role = this.roles[key];
    if (role !== NO_ROLE && role < EXCEPTION_ROLE) return undefined;
    const { dictionary } = this.keys;
    const { bytes } = dictionary.data;
    return (this.classes[key] ??= classOfKey(bytes.toString('utf8', dictionary.start(key), dictionary.end(key))));
  }

  #learnRoles(): void {
    const { dictionary } = this.keys;
    if (dictionary.count > this.roles.length) {
      this.roles = resized(this.roles, dictionary.count * 2);
      this.followers = resized(this.followers, dictionary.count * 2);
    }
    for (; this.knownRoles < dictionary.count; this.knownRoles++) {
      const index = this.knownRoles;
      const { bytes } = dictionary.data;
      const [start, end] = [dictionary.start(index), dictionary.end(index)];
      this.roles[index] = findItemRole(bytes, start, end);
    }
  }
}

/** The letters of the types by key, of a text as the column of types holds. */
function readTypes(text: string): ReadonlyMap<string, string> | undefined {
  if (text === '') return undefined;
  const lines = text.slice(0, -1).split('\n');
  return new Map(lines.map((line) => [line.slice(1), line.slice(0, 1)]));
}

function resized<Numbers extends Uint8Array | Int32Array>(array: Numbers, length: number): Numbers {
  const larger = array instanceof Int32Array ? new Int32Array(length) : new Uint8Array(length);
  larger.set(array);
  return larger as Numbers;
}

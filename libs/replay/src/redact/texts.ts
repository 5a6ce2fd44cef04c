import { classOfKey, isSensitiveName, redactLeaf, REDACTED, type KeyClass } from '@svc/redaction';
import { redactLong } from '@svc/redaction/long';
import type { MaskedCounts, MaskedPlace } from './masked.js';

/** Longer texts are searched in pieces, because a search takes a few hundred bytes of memory for each character. */
const PIECE_LENGTH = 64 * 1024;
/** Names whose result is remembered while a request is read; pages have a few hundred. */
const MAX_NAMES = 5_000;

/** Searches texts for personal data and credentials, and counts what it replaces. */
export class Texts {
  readonly masked: MaskedCounts = {};
  readonly #classes = new Map<string, KeyClass>();
  readonly #names = new Map<string, string>();

  count(place: MaskedPlace): void {
    this.masked[place] = (this.masked[place] ?? 0) + 1;
  }

  /** The text that takes the place of another; counted if they differ. */
  put(place: MaskedPlace, before: string, after: string): string {
    if (before !== after) this.count(place);
    return after;
  }

  /** @param name the name of the field or the attribute that has the text. */
  search(text: string, place: MaskedPlace, name = ''): string {
    if (text.length < 4) return text;
    const key = name === '' ? 'plain' : this.#classOf(name);
    return this.put(
      place,
      text,
      text.length > PIECE_LENGTH ? redactLong(text, key, PIECE_LENGTH) : redactLeaf(text, key),
    );
  }

  isCredential(name: string): boolean {
    return this.#classOf(name) === 'credential';
  }

  /** A name in a payload or of an attribute; senders can choose it as freely as a value. */
  name(name: string): string {
    if (name.length < 6) return name;
    return remembered(this.#names, name, () => (isSensitiveName(name) ? REDACTED : name));
  }

  #classOf(name: string): KeyClass {
    return remembered(this.#classes, name, () => classOfKey(name));
  }
}

function remembered<Value>(values: Map<string, Value>, name: string, find: () => Value): Value {
  const known = values.get(name);
  if (known !== undefined) return known;
  const value = find();
  if (values.size < MAX_NAMES) values.set(name, value);
  return value;
}

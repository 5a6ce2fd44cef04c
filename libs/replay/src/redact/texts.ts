import { classOfKey, isSensitiveName, redactLeaf, REDACTED, type KeyClass } from '@svc/redaction';
import { redactLong } from '@svc/redaction/long';
import { KEEPS_NOTHING, type Keeps } from '../settings/keeps.js';
import { redactCss } from './css.js';
import type { MaskedCounts, MaskedPlace } from './masked.js';
import { redactSourceSet, redactUrl } from './url.js';

/** Longer texts are searched in pieces, because a search takes a few hundred bytes of memory for each character. */
const PIECE_LENGTH = 64 * 1024;
/** Names whose result is remembered while a request is read; pages have a few hundred. */
const MAX_NAMES = 5_000;

/** Searches texts for personal data and credentials, and counts what it replaces. */
export class Texts {
  readonly masked: MaskedCounts = {};
  readonly #classes = new Map<string, KeyClass>();
  readonly #names = new Map<string, string>();

  constructor(private readonly keeps: Keeps = KEEPS_NOTHING) {}

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
    return this.put(place, text, redacted(text, key));
  }

  url(text: string): string {
    return this.put('url', text, redactUrl(text, this.keeps.queryNames));
  }

  /** The value of `srcset`. */
  sourceSet(text: string): string {
    return this.put('url', text, redactSourceSet(text, this.keeps.queryNames));
  }

  css(text: string): string {
    return this.put('url', text, redactCss(text, this.keeps.queryNames));
  }

  /** Whether a search would find nothing; counts nothing. */
  isHarmless(text: string, name: string): boolean {
    return redacted(text, this.#classOf(name)) === text;
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

function redacted(text: string, key: KeyClass): string {
  return text.length > PIECE_LENGTH ? redactLong(text, key, PIECE_LENGTH) : redactLeaf(text, key);
}

function remembered<Value>(values: Map<string, Value>, name: string, find: () => Value): Value {
  const known = values.get(name);
  if (known !== undefined) return known;
  const value = find();
  if (values.size < MAX_NAMES) values.set(name, value);
  return value;
}

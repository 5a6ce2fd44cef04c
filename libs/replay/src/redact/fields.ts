import { classOfKey, isNumbered, type JsonValue } from '@svc/redaction';
import type { JsonObject } from '../events/event.js';
import type { Keeps } from '../settings/keeps.js';
import { mayBecomeSecret } from './growing.js';
import { lower } from './kinds.js';
import type { NodeMemory } from './node-memory.js';
import type { Texts } from './texts.js';

const FIELDS = new Set(['input', 'textarea', 'select']);
/** Tokens of `autocomplete`, of the HTML standard, whose fields are never kept. */
const SECRET_PURPOSE = /(?:^|\s)(?:cc-\S*|one-time-code|current-password|new-password)(?:\s|$)/;
/** What rrweb marks an element with that was a password field. */
const WAS_PASSWORD = 'data-rr-is-password';
/** Characters of a value that is kept; longer ones are texts, which nobody needs to see in a recording. */
const MAX_KEPT = 1_000;
/** Attributes that decide whether the value of a field is kept. */
const DECISIVE = new Set(['type', 'name', 'id', 'autocomplete', WAS_PASSWORD]);

/** Which inputs of a page the project lets keep their values. */
export class Fields {
  constructor(
    private readonly memory: NodeMemory,
    private readonly texts: Texts,
    private readonly keeps: Keeps,
  ) {}

  /** Notes an element. @returns the name by which the project allows its value; undefined if the value is not kept. */
  enter(id: JsonValue | undefined, tag: string, attributes: JsonObject): string | undefined {
    if (typeof id !== 'number' || !FIELDS.has(tag)) return undefined;
    if (isPassword(attributes)) this.memory.protect(id);
    const names = [attributes['name'], attributes['id']].filter((name) => typeof name === 'string');
    const isSecret = SECRET_PURPOSE.test(textOf(attributes, 'autocomplete')) || names.some(isNamedSecret);
    const name = isSecret ? undefined : names.find((each) => this.keeps.unmaskedFields.has(each));
    this.memory.setField(id, name);
    return this.find(id);
  }

  /** The name by which the project allows the value of a known element now. */
  find(id: number): string | undefined {
    const name = this.memory.fieldOf(id);
    return name !== undefined && this.keeps.unmaskedFields.has(name) ? name : undefined;
  }

  /** Notes later attributes of an element. What its value is about is not known from a part of them, until the next full snapshot. */
  change(id: number, attributes: JsonObject): void {
    if (isPassword(attributes)) this.memory.protect(id);
    if (Object.keys(attributes).some((name) => DECISIVE.has(name.toLowerCase()))) this.memory.setField(id, undefined);
  }

  /** Whether a value of the field with this name may be stored as it is. */
  keepsText(text: string, name: string): boolean {
    return text.length <= MAX_KEPT && !mayBecomeSecret(text) && this.texts.isHarmless(text, name);
  }
}

function isPassword(attributes: JsonObject): boolean {
  return textOf(attributes, 'type') === 'password' || !['', 'false'].includes(textOf(attributes, WAS_PASSWORD));
}

/** Documents that are no HTML have attributes in any case. */
function textOf(attributes: JsonObject, wanted: string): string {
  const found = Object.entries(attributes).find(([name]) => name.toLowerCase() === wanted);
  return found?.[1] === true ? 'true' : lower(found?.[1]).trim();
}

function isNamedSecret(name: string): boolean {
  const kind = classOfKey(name);
  return kind === 'credential' || isNumbered(kind);
}

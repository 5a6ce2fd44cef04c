import type { JsonValue } from '@svc/redaction';
import {
  arrayOf,
  EVENT_TYPE,
  isObject,
  numberOf,
  objectOf,
  SOURCE,
  sourceOf,
  type JsonObject,
  type RecordedEvent,
} from '../events/event.js';
import { toKeeps, type Keeps } from '../settings/keeps.js';
import { DEFAULT_REPLAY_SETTINGS, type RedactionSettings } from '../settings/settings.js';
import { addOrder } from './add-order.js';
import { emptyCanvas, redactCanvas } from './canvas.js';
import { Fields } from './fields.js';
import { isEditable } from './kinds.js';
import { MASK } from './masked.js';
import type { NodeMemory } from './node-memory.js';
import { Nodes } from './nodes.js';
import { redactPayload, type PayloadOrigin } from './payload.js';
import { Texts } from './texts.js';

/**
 * The version of these rules, which every block carries. It increases when a rule changes what is replaced. Since version 2, the settings
 * of the project take part.
 */
export const RULES_VERSION = 2;

/** Levels of nesting in a change of styles; rrweb has five. */
const MAX_STYLE_DEPTH = 32;

/** Of an event without one. */
const NO_SOURCE = -1;

/** Redacts the events of a window in the order of their chunks, in place. */
export class EventRedactor {
  readonly texts: Texts;
  readonly #nodes: Nodes;
  readonly #fields: Fields;
  readonly #keeps: Keeps;

  constructor(
    readonly memory: NodeMemory,
    settings: RedactionSettings = DEFAULT_REPLAY_SETTINGS,
  ) {
    this.#keeps = toKeeps(settings);
    this.texts = new Texts(this.#keeps);
    this.#fields = new Fields(memory, this.texts, this.#keeps);
    this.#nodes = new Nodes(memory, this.texts, this.#fields, this.#keeps);
  }

  /** @throws ServiceError payload_too_large if the page has too many nodes. */
  redact(event: RecordedEvent): void {
    const data = isObject(event.data) ? event.data : {};
    for (const [member, value] of Object.entries(event)) {
      if (this.texts.name(member) !== member) delete event[member];
      else if (member !== 'data' && value !== undefined && typeof value !== 'number')
        event[member] = redactPayload(value, 'other', this.texts);
    }
    event.data = this.#data(event, data);
  }

  #data(event: RecordedEvent, data: JsonObject): JsonObject {
    switch (event.type) {
      case EVENT_TYPE.fullSnapshot:
        return this.#fullSnapshot(data);
      case EVENT_TYPE.incremental:
        return this.#incremental(event, data);
      case EVENT_TYPE.plugin:
        return this.#plugin(data);
      case EVENT_TYPE.meta:
        // A full snapshot follows, perhaps of another page, in which other nodes have the same IDs.
        this.memory.forgetFields();
        return this.#payload(data, 'other');
      case EVENT_TYPE.asset:
        // Assets come from the pages themselves, not from senders.
        if (data['payload'] !== undefined) this.texts.count('removed');
        return this.#payload({ ...data, payload: null }, 'other');
      default:
        return this.#payload(data, 'other');
    }
  }

  #fullSnapshot({ node, ...rest }: JsonObject): JsonObject {
    this.memory.begin();
    this.#nodes.redact(node, undefined);
    return { ...this.#payload(rest, 'other'), node: isObject(node) ? node : null };
  }

  #incremental(event: RecordedEvent, data: JsonObject): JsonObject {
    switch (sourceOf(event) ?? NO_SOURCE) {
      case SOURCE.mutation:
        return this.#mutation(data);
      case SOURCE.input:
        return this.#input(data);
      case SOURCE.styleSheetRule:
      case SOURCE.styleDeclaration:
      case SOURCE.adoptedStyleSheet:
        return this.#css(data) as JsonObject;
      case SOURCE.canvasMutation:
        return this.#keeps.canvas ? redactCanvas(data, this.texts) : emptyCanvas(data, this.texts);
      case SOURCE.font:
        return this.#font(data);
      default:
        return this.#payload(data, 'other');
    }
  }

  /** In the order in which players apply the changes, except that what becomes editable is so for the whole event. */
  #mutation(data: JsonObject): JsonObject {
    const { texts, attributes, removes, adds, ...rest } = data;
    const changed = arrayOf(data, 'attributes').map((change) => objectOf(change, 'attributes'));
    // Which nodes are below an element that becomes editable is not known here.
    if (changed.some((set) => set && isEditable(set))) this.memory.lose();
    for (const change of arrayOf(data, 'attributes'))
      this.#fields.change(numberOf(change, 'id') ?? -1, objectOf(change, 'attributes') ?? {});
    addOrder(arrayOf(data, 'adds')).forEach(({ add, isDetached }) => this.#add(add, isDetached));
    for (const change of arrayOf(data, 'texts')) {
      if (!isObject(change)) continue;
      const { id, value } = change;
      const kind = this.memory.kindOf(typeof id === 'number' ? id : -1);
      change['value'] = typeof value === 'string' ? this.#nodes.text(value, kind) : null;
    }
    for (const change of arrayOf(data, 'attributes')) this.#attributes(change);
    return {
      ...this.#payload(rest, 'other'),
      texts: rows(texts, 'id', 'value'),
      attributes: rows(attributes, 'id', 'attributes'),
      removes: rows(removes, 'id', 'parentId', 'isShadow'),
      adds: rows(adds, 'parentId', 'previousId', 'nextId', 'node'),
    };
  }

  #add(add: JsonValue, isDetached: boolean): void {
    const kind = isDetached ? 'typed' : this.memory.kindOf(numberOf(add, 'parentId') ?? -1);
    this.#nodes.redact(objectOf(add, 'node'), kind);
  }

  #attributes(change: JsonValue): void {
    const attributes = objectOf(change, 'attributes');
    if (attributes) this.#nodes.laterAttributes(attributes, numberOf(change, 'id') ?? -1);
  }

  #input(data: JsonObject): JsonObject {
    const { text, isChecked, ...rest } = data;
    const typed = typeof text === 'string' ? text : '';
    const field = this.#fields.find(numberOf(data, 'id') ?? -1);
    const isKept = field !== undefined && this.#fields.keepsText(typed, field);
    if (!isKept && (typed !== '' || isChecked === true)) this.texts.count('input');
    return {
      ...this.#payload(rest, 'other'),
      text: isKept || typed === '' ? typed : MASK,
      isChecked: isKept && isChecked === true,
    };
  }

  /** Every text in changes of styles is CSS, except for the names of members, which are few and known. */
  #css(value: JsonValue, depth = 0): JsonValue {
    if (depth > MAX_STYLE_DEPTH) return null;
    if (typeof value === 'string') return this.texts.css(value);
    if (Array.isArray(value)) return value.map((element) => this.#css(element, depth + 1));
    if (!isObject(value)) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, member]) => [this.texts.name(name), this.#css(member, depth + 1)]),
    );
  }

  #font({ fontSource, buffer, ...rest }: JsonObject): JsonObject {
    const isUrl = buffer !== true && typeof fontSource === 'string';
    const source = isUrl ? this.texts.css(fontSource) : '';
    if (!isUrl) this.texts.count('removed');
    return { ...this.#payload(rest, 'other'), fontSource: source, buffer: false };
  }

  #plugin(data: JsonObject): JsonObject {
    const { plugin, payload = null, ...rest } = data;
    const name = typeof plugin === 'string' ? plugin : '';
    const origin = /console/i.test(name) ? 'console' : /network|fetch|xhr/i.test(name) ? 'network' : 'other';
    return {
      ...this.#payload(rest, 'other'),
      plugin: this.texts.search(name, 'attribute'),
      payload: redactPayload(payload, origin, this.texts),
    };
  }

  #payload(data: JsonObject, origin: PayloadOrigin): JsonObject {
    return redactPayload(data, origin, this.texts) as JsonObject;
  }
}

/** The known members of the rows of a mutation; others have no meaning for players. */
function rows(list: JsonValue | undefined, ...members: readonly string[]): JsonObject[] {
  if (!Array.isArray(list)) return [];
  return list.filter(isObject).map((row) => {
    const kept: JsonObject = {};
    for (const member of members) {
      const value = row[member];
      if (value !== undefined && isAllowed(member, value)) kept[member] = value;
    }
    return kept;
  });
}

/** IDs and flags are not texts. */
function isAllowed(member: string, value: JsonValue): boolean {
  if (member === 'node' || member === 'attributes') return isObject(value);
  if (typeof value === 'string') return member === 'value';
  return typeof value !== 'object' || value === null;
}

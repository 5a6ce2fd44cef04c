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
import { addOrder } from './add-order.js';
import { redactCss } from './css.js';
import { MASK } from './masked.js';
import type { NodeMemory } from './node-memory.js';
import { isEditable, Nodes } from './nodes.js';
import { redactPayload, type PayloadOrigin } from './payload.js';
import { Texts } from './texts.js';

/** The version of these rules, which every block carries. It increases when a rule changes what is replaced. */
export const RULES_VERSION = 1;

/** Levels of nesting in a change of styles; rrweb has five. */
const MAX_STYLE_DEPTH = 32;

/** Of an event without one. */
const NO_SOURCE = -1;

/** Redacts the events of a window in the order of their chunks, in place. */
export class EventRedactor {
  readonly texts = new Texts();
  readonly #nodes: Nodes;

  constructor(readonly memory: NodeMemory) {
    this.#nodes = new Nodes(memory, this.texts);
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
        this.texts.count('removed');
        return { source: SOURCE.canvasMutation, ...numbers(data, 'id', 'type'), commands: [] };
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
    const isMasked = (typeof text === 'string' && text !== '') || isChecked === true;
    if (isMasked) this.texts.count('input');
    return {
      ...this.#payload(rest, 'other'),
      text: typeof text === 'string' && text !== '' ? MASK : '',
      isChecked: false,
    };
  }

  /** Every text in changes of styles is CSS, except for the names of members, which are few and known. */
  #css(value: JsonValue, depth = 0): JsonValue {
    if (depth > MAX_STYLE_DEPTH) return null;
    if (typeof value === 'string') return this.texts.put('url', value, redactCss(value));
    if (Array.isArray(value)) return value.map((element) => this.#css(element, depth + 1));
    if (!isObject(value)) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, member]) => [this.texts.name(name), this.#css(member, depth + 1)]),
    );
  }

  #font({ fontSource, buffer, ...rest }: JsonObject): JsonObject {
    const isUrl = buffer !== true && typeof fontSource === 'string';
    const source = isUrl ? this.texts.put('url', fontSource, redactCss(fontSource)) : '';
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

function numbers(data: JsonObject, ...names: readonly string[]): JsonObject {
  return Object.fromEntries(names.flatMap((name) => (typeof data[name] === 'number' ? [[name, data[name]]] : [])));
}

import type { JsonValue } from '@svc/redaction';
import { ServiceError } from '@svc/service-error';
import { isObject, NODE_TYPE, type JsonObject } from '../events/event.js';
import type { Keeps } from '../settings/keeps.js';
import { ruleOfAttribute, type AttributeRule } from './attributes.js';
import type { Fields } from './fields.js';
import { kindOfElement, localName, lower } from './kinds.js';
import { MASK } from './masked.js';
import type { NodeKind, NodeMemory } from './node-memory.js';
import type { Texts } from './texts.js';
import { isDataUrl, isPicture, isRunnable, isScript } from './url.js';

/** The depth and the number of nodes of the snapshots and changes of one request, from measurements of large pages times ten. */
export const NODE_LIMITS = { depth: 512, nodes: 200_000 } as const;

/** Elements that show another document. */
const FRAMES = new Set(['iframe', 'frame', 'object', 'embed', 'portal', 'fencedframe', 'use']);
/** Attributes whose values an animation gives to another one, such as `href`. */
const ANIMATED = new Set(['values', 'to', 'from', 'by']);
/** Attributes that are on without a value. */
const SWITCHES = new Set(['checked', 'selected']);
/** Elements below a field that are a part of its value. */
const PARTS = new Set(['optgroup', 'option']);
/** Types of inputs whose value is their label. */
const BUTTONS = new Set(['submit', 'button', 'reset']);

/** The element of attributes. */
interface Owner {
  /** '' if it is not known. */
  readonly tag: string;
  readonly isFrame: boolean;
  /** The name of the field that it is, or is a part of, if the project keeps the value of that. */
  readonly field: string | undefined;
}

/** Redacts nodes in place, by the rules of docs/replay.md. */
export class Nodes {
  #count = 0;

  constructor(
    readonly memory: NodeMemory,
    private readonly texts: Texts,
    private readonly fields: Fields,
    private readonly keeps: Keeps,
  ) {}

  /**
   * Redacts a node and all nodes below it.
   *
   * @param parent the kind of the node above it.
   * @param above the name of the field that it is in, if the project keeps the value of that.
   * @throws ServiceError payload_too_large for too many nodes, or too deep ones.
   */
  redact(node: JsonValue | undefined, parent: NodeKind | undefined, depth = 0, above?: string): void {
    if (!isObject(node)) return;
    if (++this.#count > NODE_LIMITS.nodes) throw tooLarge(`has more than ${NODE_LIMITS.nodes} nodes`);
    if (depth > NODE_LIMITS.depth) throw tooLarge(`has nodes more than ${NODE_LIMITS.depth} levels deep`);
    const isElement = node['type'] === NODE_TYPE.element;
    const id = typeof node['id'] === 'number' ? node['id'] : undefined;
    const tag = localName(node['tagName']);
    const field = isElement ? this.#fieldOf(node, tag, above) : above;
    const kind = isElement ? this.#redactElement(node, parent, field) : parent;
    if (!isElement) this.#redactText(node, parent, field);
    if (id !== undefined) this.memory.set(id, kind, FRAMES.has(tag));
    this.#keepScalars(node);
    const { childNodes } = node;
    if (!Array.isArray(childNodes)) return;
    if (!childNodes.every(isObject)) node['childNodes'] = childNodes.filter(isObject);
    for (const child of childNodes) this.redact(child, kind, depth + 1, field);
  }

  /** Redacts a text by the kind of its node. @param field that it is in, if the project keeps the value of that. */
  text(text: string, kind: NodeKind | undefined, field?: string): string {
    if (text === '') return text;
    if (kind === 'code') return this.texts.put('removed', text, '');
    if (kind === 'typed') return text.trim() === '' ? text : this.#typedText(text, field);
    if (kind === 'css') return this.texts.css(text);
    return this.texts.search(text, 'text');
  }

  /** Redacts attributes that an element gets later, in place. */
  laterAttributes(attributes: JsonObject, id: number): void {
    this.#attributes(attributes, { tag: '', isFrame: this.memory.mayBeFrame(id), field: this.fields.find(id) });
  }

  #attributes(attributes: JsonObject, owner: Owner): void {
    const { tag } = owner;
    const isButton = tag === 'button' || (tag === 'input' && BUTTONS.has(lower(attributes['type'])));
    for (const [name, value] of Object.entries(attributes)) {
      const rule = name === 'value' && isButton ? 'text' : ruleOfAttribute(name);
      const redacted = this.#attribute(name, value, rule, owner);
      if (redacted === undefined) delete attributes[name];
      else if (redacted !== value) attributes[name] = redacted;
      const named = rule === 'text' ? this.texts.name(name) : name;
      if (named !== name) {
        delete attributes[name];
        attributes[named] = '';
        this.texts.count('attribute');
      }
    }
  }

  /** The name of the field that the element is, or is a part of, if the project keeps the value of that. */
  #fieldOf(node: JsonObject, tag: string, above: string | undefined): string | undefined {
    const attributes = isObject(node['attributes']) ? node['attributes'] : {};
    const own = this.fields.enter(node['id'], tag, attributes);
    return own ?? (PARTS.has(tag) ? above : undefined);
  }

  #redactElement(node: JsonObject, parent: NodeKind | undefined, field: string | undefined): NodeKind | undefined {
    const tag = localName(node['tagName']);
    const attributes = isObject(node['attributes']) ? node['attributes'] : {};
    node['attributes'] = attributes;
    const kind = kindOfElement(tag, attributes) ?? parent;
    if (tag === 'script') {
      // Its node stays, because later changes count nodes; a player that knows nothing of scripts must not run it either.
      node['tagName'] = 'noscript';
      if (Object.keys(attributes).length > 0) this.texts.count('removed');
      node['attributes'] = {};
    } else {
      // What a browser would do with such a page.
      if (tag === 'meta' && Object.keys(attributes).some((name) => /^http-equiv$/i.test(name)))
        delete attributes['content'];
      this.#attributes(attributes, { tag, isFrame: FRAMES.has(tag), field });
    }
    for (const [name, value] of Object.entries(node)) {
      if (this.texts.name(name) !== name) delete node[name];
      else if (typeof value === 'string' && name !== 'tagName')
        node[name] = this.texts.search(value, 'attribute', name);
    }
    if (typeof node['tagName'] === 'string' && !/^[a-z][\w:.-]{0,99}$/i.test(node['tagName'])) node['tagName'] = 'div';
    return kind;
  }

  /** A node has no members with members but these. */
  #keepScalars(node: JsonObject): void {
    for (const [name, value] of Object.entries(node)) {
      if (typeof value !== 'object' || value === null) continue;
      const isKnown =
        name === 'childNodes' ? Array.isArray(value) : name === 'attributes' && node['type'] === NODE_TYPE.element;
      if (!isKnown) delete node[name];
    }
  }

  #redactText(node: JsonObject, parent: NodeKind | undefined, field: string | undefined): void {
    const isComment = node['type'] === NODE_TYPE.comment;
    const kind = parent ?? (node['isStyle'] === true ? 'css' : undefined);
    for (const [name, value] of Object.entries(node)) {
      if (this.texts.name(name) !== name) delete node[name];
      if (typeof value !== 'string' || !(name in node)) continue;
      if (name !== 'textContent') node[name] = this.texts.search(value, 'text', name);
      else if (isComment) node[name] = this.texts.put('removed', value, '');
      else node[name] = this.text(value, kind, field);
    }
  }

  /** @returns undefined if the attribute is removed. */
  #attribute(name: string, value: JsonValue, rule: AttributeRule, owner: Owner): JsonValue | undefined {
    const { tag, isFrame, field } = owner;
    const { texts } = this;
    if (rule === 'remove') return void texts.count('removed');
    if (rule === 'typed') return this.#typed(name, value, field);
    if (rule === 'picture') {
      // Recorders also put the contents of img elements there, which no setting keeps.
      const isKept = this.keeps.canvas && tag === 'canvas' && typeof value === 'string' && isPicture(value);
      return isKept ? value : void texts.count('removed');
    }
    if (isObject(value)) return name === 'style' ? this.#styles(value) : void texts.count('removed');
    if (Array.isArray(value)) return void texts.count('removed');
    if (typeof value !== 'string' || value === '') return value;
    if (rule === 'css') return texts.css(value);
    if (rule === 'url') return isFrame && isDataUrl(value) ? texts.put('url', value, '') : texts.url(value);
    if (rule === 'url-set') return texts.sourceSet(value);
    const runs = ANIMATED.has(name.toLowerCase()) ? value.split(';').some(isRunnable) : isScript(value);
    if (runs) return void texts.count('removed');
    return rule === 'keep' ? value : texts.search(value, 'attribute', name);
  }

  /** What is typed, or chosen, does not leave: not even whether a box is checked. An empty text stays empty. */
  #typed(name: string, value: JsonValue, field: string | undefined): JsonValue | undefined {
    const isSwitch = SWITCHES.has(name.toLowerCase());
    if (value === null || value === false || (value === '' && !isSwitch)) return value;
    if (isSwitch && field !== undefined) return true;
    if (typeof value === 'string' && !isSwitch) return this.#typedText(value, field);
    this.texts.count('input');
    return undefined;
  }

  #typedText(text: string, field: string | undefined): string {
    if (field !== undefined && this.fields.keepsText(text, field)) return text;
    return this.texts.put('input', text, MASK);
  }

  /** The changes of a style by property: a text, a text and its priority, or false. */
  #styles(styles: JsonObject): JsonObject {
    for (const [property, value] of Object.entries(styles)) {
      if (typeof value === 'string') styles[property] = this.texts.css(value);
      else if (Array.isArray(value))
        styles[property] = value.map((part) => (typeof part === 'string' ? this.texts.css(part) : null));
      else if (isObject(value)) delete styles[property];
    }
    return styles;
  }
}

function tooLarge(reason: string): ServiceError {
  return new ServiceError('payload_too_large', { message: `events: the recorded page ${reason}` });
}

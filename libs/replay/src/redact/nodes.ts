import type { JsonValue } from '@svc/redaction';
import { ServiceError } from '@svc/service-error';
import { isObject, NODE_TYPE, type JsonObject } from '../events/event.js';
import { ruleOfAttribute, type AttributeRule } from './attributes.js';
import { redactCss } from './css.js';
import { MASK } from './masked.js';
import type { NodeKind, NodeMemory } from './node-memory.js';
import type { Texts } from './texts.js';
import { isDataUrl, isRunnable, isScript, redactSourceSet, redactUrl } from './url.js';

/** The depth and the number of nodes of the snapshots and changes of one request, from measurements of large pages times ten. */
export const NODE_LIMITS = { depth: 512, nodes: 200_000 } as const;

/** Elements whose text is what somebody has typed or chosen. */
const TYPED_ELEMENTS = new Set(['textarea', 'option']);
/** Elements whose text a browser would run, or parse again. */
const CODE_ELEMENTS = new Set(['script', 'noscript', 'template', 'noembed', 'noframes']);
/** Elements that show another document. */
const FRAMES = new Set(['iframe', 'frame', 'object', 'embed', 'portal', 'fencedframe', 'use']);
/** Attributes whose values an animation gives to another one, such as `href`. */
const ANIMATED = new Set(['values', 'to', 'from', 'by']);
/** Attributes that are on without a value. */
const SWITCHES = new Set(['checked', 'selected']);
const TYPED_ROLES = new Set(['textbox', 'searchbox', 'combobox']);
/** Types of inputs whose value is their label. */
const BUTTONS = new Set(['submit', 'button', 'reset']);

/** Redacts nodes in place, by the rules of docs/replay.md. */
export class Nodes {
  #count = 0;

  constructor(
    readonly memory: NodeMemory,
    private readonly texts: Texts,
  ) {}

  /**
   * Redacts a node and all nodes below it.
   *
   * @param parent the kind of the node above it.
   * @throws ServiceError payload_too_large for too many nodes, or too deep ones.
   */
  redact(node: JsonValue | undefined, parent: NodeKind | undefined, depth = 0): void {
    if (!isObject(node)) return;
    if (++this.#count > NODE_LIMITS.nodes) throw tooLarge(`has more than ${NODE_LIMITS.nodes} nodes`);
    if (depth > NODE_LIMITS.depth) throw tooLarge(`has nodes more than ${NODE_LIMITS.depth} levels deep`);
    const kind = node['type'] === NODE_TYPE.element ? this.#redactElement(node, parent) : parent;
    if (node['type'] !== NODE_TYPE.element) this.#redactText(node, parent);
    if (typeof node['id'] === 'number') this.memory.set(node['id'], kind, FRAMES.has(localName(node['tagName'])));
    this.#keepScalars(node);
    const { childNodes } = node;
    if (!Array.isArray(childNodes)) return;
    if (!childNodes.every(isObject)) node['childNodes'] = childNodes.filter(isObject);
    for (const child of childNodes) this.redact(child, kind, depth + 1);
  }

  /** Redacts a text by the kind of its node. */
  text(text: string, kind: NodeKind | undefined): string {
    if (text === '') return text;
    if (kind === 'code') return this.texts.put('removed', text, '');
    if (kind === 'typed') return text.trim() === '' ? text : this.texts.put('input', text, MASK);
    if (kind === 'css') return this.texts.put('url', text, redactCss(text));
    return this.texts.search(text, 'text');
  }

  /** Redacts attributes that an element gets later, in place. */
  laterAttributes(attributes: JsonObject, id: number): void {
    this.#attributes(attributes, '', this.memory.mayBeFrame(id));
  }

  #attributes(attributes: JsonObject, tag: string, isFrame: boolean): void {
    const isButton = tag === 'button' || (tag === 'input' && BUTTONS.has(lower(attributes['type'])));
    for (const [name, value] of Object.entries(attributes)) {
      const rule = name === 'value' && isButton ? 'text' : ruleOfAttribute(name);
      const redacted = this.#attribute(name, value, rule, isFrame);
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

  #redactElement(node: JsonObject, parent: NodeKind | undefined): NodeKind | undefined {
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
      this.#attributes(attributes, tag, FRAMES.has(tag));
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

  #redactText(node: JsonObject, parent: NodeKind | undefined): void {
    const isComment = node['type'] === NODE_TYPE.comment;
    const kind = parent ?? (node['isStyle'] === true ? 'css' : undefined);
    for (const [name, value] of Object.entries(node)) {
      if (this.texts.name(name) !== name) delete node[name];
      if (typeof value !== 'string' || !(name in node)) continue;
      if (name !== 'textContent') node[name] = this.texts.search(value, 'text', name);
      else if (isComment) node[name] = this.texts.put('removed', value, '');
      else node[name] = this.text(value, kind);
    }
  }

  /** @returns undefined if the attribute is removed. */
  #attribute(name: string, value: JsonValue, rule: AttributeRule, isFrame: boolean): JsonValue | undefined {
    const { texts } = this;
    if (rule === 'remove') return void texts.count('removed');
    if (rule === 'typed') return this.#typed(name, value);
    if (isObject(value)) return name === 'style' ? this.#styles(value) : void texts.count('removed');
    if (Array.isArray(value)) return void texts.count('removed');
    if (typeof value !== 'string' || value === '') return value;
    if (rule === 'css') return texts.put('url', value, redactCss(value));
    if (rule === 'url') return texts.put('url', value, isFrame && isDataUrl(value) ? '' : redactUrl(value));
    if (rule === 'url-set') return texts.put('url', value, redactSourceSet(value));
    const runs = ANIMATED.has(name.toLowerCase()) ? value.split(';').some(isRunnable) : isScript(value);
    if (runs) return void texts.count('removed');
    return rule === 'keep' ? value : texts.search(value, 'attribute', name);
  }

  /** What is typed, or chosen, does not leave: not even whether a box is checked. An empty text stays empty. */
  #typed(name: string, value: JsonValue): JsonValue | undefined {
    const isEmpty = value === '' && !SWITCHES.has(name.toLowerCase());
    if (value === null || value === false || isEmpty) return value;
    this.texts.count('input');
    return typeof value === 'string' && !SWITCHES.has(name.toLowerCase()) ? MASK : undefined;
  }

  /** The changes of a style by property: a text, a text and its priority, or false. */
  #styles(styles: JsonObject): JsonObject {
    for (const [property, value] of Object.entries(styles)) {
      if (typeof value === 'string') styles[property] = this.texts.put('url', value, redactCss(value));
      else if (Array.isArray(value))
        styles[property] = value.map((part) => (typeof part === 'string' ? redactCss(part) : null));
      else if (isObject(value)) delete styles[property];
    }
    return styles;
  }
}

/** The kind of the texts below an element; undefined if it is that of its parent. */
export function kindOfElement(tag: string, attributes: JsonObject): NodeKind | undefined {
  if (tag === 'style') return 'css';
  if (CODE_ELEMENTS.has(tag)) return 'code';
  if (TYPED_ELEMENTS.has(tag) || isEditable(attributes)) return 'typed';
  return undefined;
}

/** Whether a person types into the element: letter by letter, no detector would find a secret. */
export function isEditable(attributes: JsonObject): boolean {
  const editable = attributes['contenteditable'] ?? attributes['contentEditable'];
  const isOn = editable !== undefined && editable !== null && editable !== false && lower(editable) !== 'false';
  return (
    isOn ||
    lower(attributes['role'])
      .split(/\s+/)
      .some((role) => TYPED_ROLES.has(role))
  );
}

/** The name of an element without its namespace. */
function localName(tagName: JsonValue | undefined): string {
  const tag = lower(tagName);
  return tag.slice(tag.lastIndexOf(':') + 1);
}

function lower(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value.toLowerCase() : '';
}

function tooLarge(reason: string): ServiceError {
  return new ServiceError('payload_too_large', { message: `events: the recorded page ${reason}` });
}

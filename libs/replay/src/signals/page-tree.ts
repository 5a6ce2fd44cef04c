import type { JsonValue } from '@svc/redaction';
import {
  arrayOf,
  EVENT_TYPE,
  isObject,
  NODE_TYPE,
  numberOf,
  objectOf,
  SOURCE,
  sourceOf,
  type JsonObject,
  type RecordedEvent,
} from '../events/event.js';

/** Characters of the text of an element that signals show: a label, not a paragraph. */
export const MAX_TEXT = 80;
/** Characters of a value of an attribute, or of a text, that are kept: one may have megabytes, and is read at every click. */
const MAX_VALUE = 1_000;
/** Nodes below an element of which the text is read; a button has fewer. */
const MAX_READ = 200;
/** Levels around an element that are read at every click; half of them are many for a page, and a hostile one has thousands. */
const MAX_LEVELS = 64;
/** The first half of a character, at the end of a text. */
const HIGH_SURROGATE = /[\uD800-\uDBFF]$/;
/** Elements whose text is not shown by a browser. */
const HIDDEN_TEXT = new Set(['style', 'script', 'noscript', 'template']);
/** The attributes that signals read. The others are not kept: most of a page is styles and drawings. */
const READ_ATTRIBUTES = [
  ...['id', 'class', 'role', 'type', 'value', 'title', 'alt', 'aria-label', 'aria-pressed', 'aria-checked'],
  ...['href', 'target', 'formtarget', 'download', 'popovertarget', 'commandfor', 'contenteditable', 'contentEditable'],
] as const;

export interface PageElement {
  readonly id: number;
  /** In lower case. */
  readonly tag: string;
  readonly attributes: JsonObject;
}

/** A node between its neighbours, so that adding and removing it takes the same time whatever the number of its siblings. */
interface PageNode extends PageElement {
  text: string;
  readonly parent: PageNode | undefined;
  first?: PageNode | undefined;
  last?: PageNode | undefined;
  previous?: PageNode | undefined;
  next?: PageNode | undefined;
}

/**
 * The elements of a page as far as signals need them, kept current by the events of its window. It has no cycles, whatever the events say:
 * a node is added only below one that is there, and without any nodes of its own.
 */
export class PageTree {
  readonly #nodes = new Map<number, PageNode>();

  /** Applies an event; only full snapshots and mutations change the page. */
  apply(event: RecordedEvent): void {
    if (event.type === EVENT_TYPE.fullSnapshot) {
      this.#nodes.clear();
      this.#add(objectOf(event.data, 'node'), undefined, undefined);
    } else if (sourceOf(event) === SOURCE.mutation) this.#change(event.data);
  }

  /**
   * The element with this ID and the elements around it, from the inside to the outside; those of 64 levels. Empty if the ID is not known,
   * as after a missing snapshot.
   */
  path(id: number | undefined): PageElement[] {
    const path: PageElement[] = [];
    let node = id === undefined ? undefined : this.#nodes.get(id);
    for (let level = 0; node && level < MAX_LEVELS; level++) {
      if (node.tag !== '') path.push(node);
      node = node.parent;
    }
    return path;
  }

  /** The text in an element, in one line of at most 80 characters, with the labels of pictures and other elements in it. */
  textOf(id: number): string {
    const root = this.#nodes.get(id);
    let text = '';
    let node = root;
    for (let read = 0; node && read < MAX_READ && text.length <= MAX_TEXT; read++) {
      const label = node === root ? '' : lineOf(attributeOf(node, 'aria-label') || attributeOf(node, 'alt'));
      const own = label || node.text;
      if (own !== '') text += text === '' ? own : ` ${own}`;
      node = nodeAfter(node, root, label === '' && !HIDDEN_TEXT.has(node.tag));
    }
    return cut(text, MAX_TEXT);
  }

  /** Applies a mutation in the order in which players do. */
  #change(data: JsonValue | undefined): void {
    for (const removed of arrayOf(data, 'removes')) this.#remove(this.#nodeOf(removed, 'id'));
    for (const added of arrayOf(data, 'adds')) {
      const parent = this.#nodeOf(added, 'parentId');
      // Recorders name parents before their children, so the place of this node will not be known later either.
      if (parent) this.#add(objectOf(added, 'node'), parent, this.#nodeOf(added, 'nextId'));
    }
    for (const changed of arrayOf(data, 'texts')) {
      const node = this.#nodeOf(changed, 'id');
      if (node && isObject(changed)) node.text = lineOf(changed['value']);
    }
    for (const changed of arrayOf(data, 'attributes')) {
      const node = this.#nodeOf(changed, 'id');
      if (node) takeAttributes(objectOf(changed, 'attributes'), node.attributes);
    }
  }

  #nodeOf(value: JsonValue, member: string): PageNode | undefined {
    const id = numberOf(value, member);
    return id === undefined ? undefined : this.#nodes.get(id);
  }

  /** Adds a node with the nodes below it, level by level. One that was added before is replaced. */
  #add(root: JsonObject | undefined, rootParent: PageNode | undefined, rootNext: PageNode | undefined): void {
    const added = root ? [{ json: root, parent: rootParent, next: rootNext }] : [];
    for (const { json, parent, next } of added) {
      const id = numberOf(json, 'id');
      if (id === undefined) continue;
      this.#remove(this.#nodes.get(id));
      // A hostile node has the ID of one around it, which is gone now.
      if (parent && this.#nodes.get(parent.id) !== parent) continue;
      // A frame has one document: the new one takes the place of the old.
      if (parent && json['type'] === NODE_TYPE.document) this.#remove(parent.first);
      const node = toNode(id, json, parent);
      this.#nodes.set(id, node);
      if (parent) insert(node, parent, next?.parent === parent && this.#nodes.get(next.id) === next ? next : undefined);
      for (const child of arrayOf(json, 'childNodes'))
        if (isObject(child)) added.push({ json: child, parent: node, next: undefined });
    }
  }

  #remove(root: PageNode | undefined): void {
    if (!root) return;
    for (let node: PageNode | undefined = root; node; node = nodeAfter(node, root)) this.#nodes.delete(node.id);
    const { parent, previous, next } = root;
    if (previous) previous.next = next;
    else if (parent) parent.first = next;
    if (next) next.previous = previous;
    else if (parent) parent.last = previous;
  }
}

/** The node that follows in the order of the page, among those below `root`. */
function nodeAfter(node: PageNode, root: PageNode | undefined, isInside = true): PageNode | undefined {
  if (isInside && node.first) return node.first;
  let at: PageNode | undefined = node;
  while (at && at !== root && !at.next) at = at.parent;
  return at === root ? undefined : at?.next;
}

/** Puts a node before one of its siblings, or behind all of them. */
function insert(node: PageNode, parent: PageNode, next: PageNode | undefined): void {
  const previous = next ? next.previous : parent.last;
  node.previous = previous;
  node.next = next;
  if (previous) previous.next = node;
  else parent.first = node;
  if (next) next.previous = node;
  else parent.last = node;
}

function toNode(id: number, json: JsonObject, parent: PageNode | undefined): PageNode {
  const isElement = json['type'] === NODE_TYPE.element;
  const { tagName, textContent } = json;
  const attributes: JsonObject = {};
  if (isElement) takeAttributes(objectOf(json, 'attributes'), attributes);
  return {
    id,
    tag: isElement && typeof tagName === 'string' ? tagName.toLowerCase() : '',
    attributes,
    text: json['type'] === NODE_TYPE.text ? lineOf(textContent) : '',
    parent,
  };
}

/** Takes over the attributes that signals read; null is the value of one that was removed. */
function takeAttributes(from: JsonObject | undefined, to: JsonObject): void {
  if (!from) return;
  for (const name of READ_ATTRIBUTES) {
    const value = Object.hasOwn(from, name) ? from[name] : undefined;
    if (value !== undefined) to[name] = typeof value === 'string' ? value.slice(0, MAX_VALUE) : value;
  }
}

/** A text in one line. */
function lineOf(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value.slice(0, MAX_VALUE).replaceAll(/\s+/g, ' ').trim() : '';
}

/** The beginning of a text; never half of a character. */
export function cut(text: string, length: number): string {
  return text.slice(0, length).replace(HIGH_SURROGATE, '').toWellFormed().trimEnd();
}

/** An attribute of an element as text; '' if it has none. */
export function attributeOf({ attributes }: PageElement, name: (typeof READ_ATTRIBUTES)[number]): string {
  const value = attributes[name];
  return typeof value === 'string' ? value : value === true ? name : '';
}

/** Whether an element has an attribute, with or without a value. */
export function hasAttribute({ attributes }: PageElement, name: (typeof READ_ATTRIBUTES)[number]): boolean {
  const value = attributes[name];
  return value !== undefined && value !== null && value !== false;
}

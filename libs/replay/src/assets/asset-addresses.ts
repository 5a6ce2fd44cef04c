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
import { lastOfSourceSet, resolveAsset, type AssetVisitor } from './asset-kind.js';
import { visitCss } from './css-assets.js';

/** Changes of styles. */
const STYLES: ReadonlySet<number> = new Set([SOURCE.styleSheetRule, SOURCE.styleDeclaration, SOURCE.adoptedStyleSheet]);
/** Levels of nesting in a change of styles; rrweb has five. */
const MAX_STYLE_DEPTH = 32;
/** Elements that show a picture, and the attributes with its address in the order in which they count. */
const PICTURES = new Map<string, readonly string[]>([
  ['img', ['src', 'rr_src']],
  ['input', ['src']],
  ['video', ['poster']],
  ['image', ['href', 'xlink:href']],
  ['feimage', ['href', 'xlink:href']],
  ...['body', 'table', 'thead', 'tbody', 'tfoot', 'tr', 'td', 'th'].map((tag) => [tag, ['background']] as const),
]);

/**
 * Finds the addresses of resources in the events of one window, in their order, and replaces those that its visitor replaces, in place.
 * What collects addresses and what replaces them is the same, so that all that is collected can be shown.
 */
export class AssetAddresses {
  /** The address to which those of the page are relative. */
  #base = '';
  /** The tags of elements with addresses, and `style` for the texts of style sheets, by the ID of their nodes. */
  readonly #tags = new Map<number, string>();

  constructor(private readonly visitor: AssetVisitor) {}

  follow(event: RecordedEvent): void {
    const { data } = event;
    if (event.type === EVENT_TYPE.meta) this.#base = textOf(data, 'href');
    else if (event.type === EVENT_TYPE.fullSnapshot) {
      this.#tags.clear();
      this.#node(objectOf(data, 'node'), '');
    } else this.#change(sourceOf(event), data);
  }

  #change(source: number | undefined, data: JsonValue | undefined): void {
    if (source === SOURCE.mutation) this.#mutate(data);
    else if (source === SOURCE.font) this.#font(data);
    else if (source !== undefined && STYLES.has(source) && data !== undefined) this.#styles(data);
  }

  /** The source alone is what stands in the block of a font. */
  #font(data: JsonValue | undefined): void {
    const source = textOf(data, 'fontSource');
    const prefix = '@font-face{src:';
    if (isObject(data) && source !== '') data['fontSource'] = this.#css(prefix + source).slice(prefix.length);
  }

  #mutate(data: JsonValue | undefined): void {
    for (const add of arrayOf(data, 'adds')) {
      const parent = numberOf(add, 'parentId');
      this.#node(objectOf(add, 'node'), parent === undefined ? '' : (this.#tags.get(parent) ?? ''));
    }
    for (const change of arrayOf(data, 'attributes')) {
      const id = numberOf(change, 'id') ?? -1;
      const attributes = objectOf(change, 'attributes');
      if (attributes) this.#attributes(attributes, this.#tags.get(id) ?? '', id);
    }
    for (const change of arrayOf(data, 'texts'))
      if (isObject(change) && this.#tags.get(numberOf(change, 'id') ?? -1) === 'style')
        this.#replace(change, 'value', (text) => this.#css(text));
  }

  #node(node: JsonObject | undefined, parentTag: string): void {
    if (!node) return;
    const id = numberOf(node, 'id') ?? -1;
    const isStyleText = node['type'] !== NODE_TYPE.element && (parentTag === 'style' || node['isStyle'] === true);
    const tag = node['type'] === NODE_TYPE.element ? localName(textOf(node, 'tagName')) : '';
    if (isStyleText) {
      this.#tags.set(id, 'style');
      this.#replace(node, 'textContent', (text) => this.#css(text));
    }
    const attributes = objectOf(node, 'attributes');
    if (tag === 'base' && attributes) this.#base = resolveAsset(textOf(attributes, 'href'), this.#base) ?? this.#base;
    if (tag === 'style' || tag === 'link' || PICTURES.has(tag)) this.#tags.set(id, tag);
    if (tag !== '' && attributes) this.#attributes(attributes, tag, id);
    for (const child of arrayOf(node, 'childNodes')) if (isObject(child)) this.#node(child, tag);
  }

  #attributes(attributes: JsonObject, tag: string, id: number): void {
    const { style, _cssText: cssText } = attributes;
    if (isObject(style)) this.#styles(style);
    else this.#replace(attributes, 'style', (text) => this.#css(text));
    if (typeof cssText === 'string') {
      if (tag === 'link') this.visitor.inlined(id);
      attributes['_cssText'] = this.#css(cssText);
    } else if (tag === 'link') this.#link(attributes, id);
    else this.#picture(attributes, tag);
  }

  #link(attributes: JsonObject, id: number): void {
    const relations = textOf(attributes, 'rel').toLowerCase().split(/\s+/);
    const url = resolveAsset(textOf(attributes, 'href'), this.#base);
    if (!url || !relations.includes('stylesheet') || relations.includes('alternate')) return;
    const css = this.visitor.link(url, id);
    if (css === undefined) return;
    delete attributes['rel'];
    delete attributes['href'];
    attributes['_cssText'] = css;
  }

  /** The address that counts is the first one that the recording does not contain; the others of a picture show the same. */
  #picture(attributes: JsonObject, tag: string): void {
    const names = PICTURES.get(tag);
    if (!names) return;
    const candidates = names.map((name) => textOf(attributes, name));
    if (tag === 'img') candidates.push(lastOfSourceSet(textOf(attributes, 'srcset')));
    const url = candidates.map((candidate) => resolveAsset(candidate, this.#base)).find((found) => found !== undefined);
    const replaced = url && this.visitor.asset(url, 'image');
    if (!replaced) return;
    const [first = 'src'] = names;
    attributes[names.find((name) => attributes[name] !== undefined) ?? first] = replaced;
  }

  /** Every text in changes of styles is CSS. */
  #styles(value: JsonValue, depth = 0): void {
    if (depth > MAX_STYLE_DEPTH || typeof value !== 'object' || value === null) return;
    const members = value as JsonObject;
    for (const [name, member] of Object.entries(members)) {
      if (typeof member === 'string') members[name] = this.#css(member);
      else this.#styles(member, depth + 1);
    }
  }

  #css(text: string): string {
    return visitCss(text, this.#base, this.visitor);
  }

  #replace(object: JsonObject, name: string, replace: (text: string) => string): void {
    const text = object[name];
    if (typeof text === 'string') object[name] = replace(text);
  }
}

function textOf(value: JsonValue | undefined, name: string): string {
  const member = isObject(value) ? value[name] : undefined;
  return typeof member === 'string' ? member : '';
}

/** The name of an element without its namespace. */
function localName(tagName: string): string {
  const tag = tagName.toLowerCase();
  return tag.slice(tag.lastIndexOf(':') + 1);
}

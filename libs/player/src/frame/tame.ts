/**
 * Changes of recorded pages before they are shown. The policy of the document and the sandbox of the inner frame keep scripts from running
 * and resources from loading; what is here is what they do not cover.
 */
import type { RecordedEvent } from '../contract.js';
import { dataOf, ELEMENT, EVENT, isObject, MUTATION, objectsIn, type JsonObject } from './rrweb.js';

/**
 * Relations that make a browser neither connect nor load, apart from style sheets, which the policy covers. No directive covers
 * connections for `preconnect` and lookups for `dns-prefetch`, and relations that browsers will add are not known here.
 */
const RELATIONS = new Set(
  'alternate author bookmark canonical external help license me nofollow noopener noreferrer stylesheet tag'.split(' '),
);

/**
 * Elements that have a document of their own. Chromium connects to the host of a frame before it asks the policy. A document of another
 * origin would be a page of errors, into which nothing could be rebuilt.
 */
const FRAMES = new Set(['iframe', 'frame', 'embed', 'object', 'fencedframe', 'portal']);
/** They keep a recorded document out of its frame; the sandbox of the inner frame holds in all frames below it. */
const OF_FRAMES = new Set(['src', 'srcdoc', 'data', 'sandbox', 'csp', 'credentialless']);

/** Neutralizes events of one window, in their order. */
export class Tamer {
  /** The tags of elements by the ID of their node as it was recorded, because the player of rrweb tells the IDs "7" and 7 apart as well. */
  readonly #tags = new Map<unknown, string>();

  /** @param isOwn whether an address is that of a copy of a picture. */
  constructor(readonly isOwn: (url: string) => boolean = () => false) {}

  /** Returns a copy if something changes. */
  tame(event: RecordedEvent): RecordedEvent {
    const data = dataOf(event);
    if (event.type === EVENT.fullSnapshot) {
      this.#tags.clear();
      return { ...event, data: { ...data, node: this.#node(data['node']) } };
    }
    if (event.type !== EVENT.incremental || data['source'] !== MUTATION) return event;
    const lists = {
      adds: objectsIn(data['adds']).map((add) => ({ ...add, node: this.#node(add['node']) })),
      attributes: objectsIn(data['attributes']).map((change) => this.#change(change)),
      removes: objectsIn(data['removes']),
      texts: objectsIn(data['texts']),
    };
    return { ...event, data: { ...data, ...lists } };
  }

  #node(node: unknown): unknown {
    if (!isObject(node)) return node;
    const { childNodes, type, id, tagName, attributes } = node;
    const tag = String(tagName).toLowerCase();
    if (type === ELEMENT) this.#remember(id, tag);
    return {
      ...node,
      ...(type === ELEMENT && { attributes: this.#attributes(tag, isObject(attributes) ? attributes : {}) }),
      ...(childNodes !== undefined && { childNodes: objectsIn(childNodes).map((child) => this.#node(child)) }),
    };
  }

  /** The player of rrweb may refuse an element whose ID is taken, so a frame or image stays one until the next full snapshot. */
  #remember(id: unknown, tag: string): void {
    const known = this.#tags.get(id) ?? '';
    if (!FRAMES.has(known) && (known !== 'img' || FRAMES.has(tag))) this.#tags.set(id, tag);
  }

  #change(change: JsonObject): JsonObject {
    const { id, attributes } = change;
    if (!isObject(attributes)) return change;
    return { ...change, attributes: this.#attributes(this.#tags.get(id), attributes) };
  }

  /** @param tag undefined for an element that is not known, which could be a frame. */
  #attributes(tag: string | undefined, attributes: JsonObject): JsonObject {
    const isFrame = tag === undefined || FRAMES.has(tag);
    const entries = Object.entries(attributes).flatMap(([name, value]): [string, unknown][] => {
      const lower = name.toLowerCase();
      // Among them pragmas that redirect, and that switch lookups for links on.
      if (lower === 'http-equiv' || lower === 'attributionsrc') return [];
      if (lower === 'rel') return typeof value === 'string' ? [[name, keepRelations(value)]] : [];
      if (isFrame && OF_FRAMES.has(lower)) return [];
      // The browser would prefer another resolution to the placeholder.
      if (lower === 'srcset') return [];
      if (tag === 'img' && lower === 'src' && !this.#isShown(value)) return [[name, placeholder(attributes)]];
      return [[name, value]];
    });
    return Object.fromEntries(entries);
  }

  #isShown(value: unknown): boolean {
    return typeof value === 'string' && (/^data:/i.test(value) || this.isOwn(value));
  }
}

function keepRelations(value: string): string {
  return value
    .split(/[\t\n\f\r ]+/)
    .filter((relation) => RELATIONS.has(relation.toLowerCase()))
    .join(' ');
}

/** The width and height of an image whose recording has none. */
const UNKNOWN_PIXELS = '24';

/** A grey area of the recorded size. Without a size, the style of the page decides. */
function placeholder(attributes: JsonObject): string {
  const [width, height] = (['width', 'height'] as const).map((name) =>
    pixels(attributes[name] ?? attributes[`rr_${name}`]),
  );
  const area = '<rect width="100%" height="100%" fill="#8886"/>';
  const image = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${area}</svg>`;
  return `data:image/svg+xml,${encodeURIComponent(image)}`;
}

function pixels(value: unknown): string {
  const text = typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  return /^\d{1,5}/.exec(text)?.[0] ?? UNKNOWN_PIXELS;
}

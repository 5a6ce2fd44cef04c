/**
 * Copies of pictures, fonts and style sheets of the recorded site, which stand in front of the events as events of their own. Addresses in
 * the events that follow are replaced by what the policy of the document lets a recording show.
 */
import { AssetAddresses, visitCss, type AssetKind, type JsonEvent } from '@svc/replay/assets';
import type { RecordedEvent } from '../contract.js';
import { dataOf, EVENT, isObject, objectsIn } from './rrweb.js';

/** Style sheets that import each other. */
const MAX_DEPTH = 4;
const MI = 1024 * 1024;
/** Characters of style sheets and fonts that are put into one event, and into all events of a recording, which a stranger has made. */
const MAX_INSERTED = { event: 8 * MI, recording: 64 * MI } as const;

/** A copy, and what was made of it. */
interface Copy {
  /** From when on it is the file of its address: a recording can outlast a release of the site. */
  readonly fromMs: number;
  readonly type: string;
  readonly base64: string;
  url?: string;
  /** The style sheet with what it needs in turn. */
  css?: string;
}

export class Assets {
  readonly #copies = new Map<string, Copy[]>();
  readonly #urls = new Set<string>();
  readonly #addresses = new AssetAddresses({
    asset: (url, kind) => this.#replace(url, kind),
    link: (url) => this.#style(url),
    style: (url) => this.#style(url),
    inlined: () => undefined,
  });
  /** The time of the event whose addresses are replaced. */
  #atMs = 0;
  readonly #inserted = { event: 0, recording: 0 };
  /** Style sheets that are being prepared, which cannot be parts of themselves. */
  readonly #open = new Set<Copy>();

  /** Takes an event that is a copy. @returns whether it is one, which is not shown itself. */
  take(event: RecordedEvent): boolean {
    if (event.type !== EVENT.asset) return false;
    const { url, payload } = dataOf(event);
    const { type, data } = isObject(payload) ? payload : {};
    const base64 = objectsIn(data)[0]?.['base64'];
    if (typeof url !== 'string' || typeof type !== 'string' || typeof base64 !== 'string') return true;
    const copies = this.#copies.get(url) ?? [];
    copies.push({ fromMs: event.timestamp, type, base64 });
    this.#copies.set(
      url,
      copies.toSorted((a, b) => a.fromMs - b.fromMs),
    );
    return true;
  }

  /** Replaces the addresses of which there are copies, in place; those of windows are kept apart by using an instance for each. */
  show(event: RecordedEvent): RecordedEvent {
    if (this.#copies.size === 0) return event;
    this.#atMs = event.timestamp;
    this.#inserted.event = 0;
    this.#addresses.follow(event as JsonEvent);
    return event;
  }

  /** Whether an address is that of a copy. */
  isOwn(url: string): boolean {
    return this.#urls.has(url);
  }

  /** Frees the copies. */
  revoke(): void {
    for (const url of this.#urls) URL.revokeObjectURL(url);
    this.#urls.clear();
    this.#copies.clear();
  }

  /** The policy shows pictures of objects, and fonts as data only. */
  #replace(url: string, kind: AssetKind): string | undefined {
    const copy = this.#find(url);
    if (!copy) return undefined;
    const isImage = copy.type.startsWith('image/');
    if (kind === 'image' && isImage) return (copy.url ??= this.#toObject(copy));
    const isFont = !isImage && /^(?:font|application)\/[\w.+-]+$/.test(copy.type);
    return kind === 'font' && isFont ? this.#insert(`data:${copy.type};base64,${copy.base64}`) : undefined;
  }

  #style(url: string): string | undefined {
    const copy = this.#find(url);
    if (copy?.type !== 'text/css' || this.#open.has(copy) || this.#open.size > MAX_DEPTH || this.#isFull())
      return undefined;
    return this.#insert(copy.css ?? this.#prepare(copy, url));
  }

  #prepare(copy: Copy, url: string): string {
    this.#open.add(copy);
    const css = visitCss(new TextDecoder().decode(toBytes(copy.base64)), url, {
      asset: (address, kind) => this.#replace(address, kind),
      style: (address) => this.#style(address),
    });
    this.#open.delete(copy);
    // Inside another one, or after what is too much, something can be left out that belongs there elsewhere.
    if (this.#open.size === 0 && !this.#isFull()) copy.css = css;
    return css;
  }

  /** @returns undefined if too much was inserted; the address then stays, and shows nothing. */
  #insert(text: string): string | undefined {
    this.#inserted.event += text.length;
    this.#inserted.recording += text.length;
    return this.#isFull() ? undefined : text;
  }

  #isFull(): boolean {
    return this.#inserted.event > MAX_INSERTED.event || this.#inserted.recording > MAX_INSERTED.recording;
  }

  #find(url: string): Copy | undefined {
    const copies = this.#copies.get(url);
    return copies?.findLast(({ fromMs }) => fromMs <= this.#atMs) ?? copies?.[0];
  }

  #toObject({ type, base64 }: Copy): string {
    const url = URL.createObjectURL(new Blob([toBytes(base64)], { type }));
    this.#urls.add(url);
    return url;
  }
}

const toBytes = (base64: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));

import { REDACTED } from '@svc/redaction';
import type { RecordedEvent } from '../events/event.js';
import { AssetAddresses } from './asset-addresses.js';
import type { AssetKind } from './asset-kind.js';

/** Resources of a recording, and characters of all their addresses; more than any page has. */
export const WANTED_LIMITS = { assets: 2_000, characters: 512 * 1024 } as const;

/** A resource that a player needs and that the recording does not contain. */
export interface WantedAsset {
  /** Absolute, without its fragment, as it is stored: values of queries may be replaced. */
  readonly url: string;
  readonly kind: AssetKind;
  /** Of the page; '' if it is not known. */
  readonly release: string;
}

/** Collects what the windows of a recording need, in the order of their first use. */
export class WantedAssets {
  readonly #found = new Map<string, WantedAsset>();
  /** How many links, in all windows, lack each style sheet, by its key. Other uses of a file are counted as well, and for ever. */
  readonly #uses = new Map<string, number>();
  #characters = 0;

  /** @returns what has to be called with the events of one window in the order of time, and the release of their page. */
  window(): (event: RecordedEvent, release: string) => void {
    let release = '';
    /** The keys of links by the ID of their node, until the recording has their style sheet. */
    const links = new Map<number, string>();
    const addresses = new AssetAddresses({
      asset: (url, kind) => void this.#use({ url, kind, release }),
      link: (url, node) => {
        const asset = { url, kind: 'style', release } as const;
        const key = keyOf(asset);
        if (links.get(node) !== key && this.#use(asset)) links.set(node, key);
        return undefined;
      },
      inlined: (node) => {
        const key = links.get(node);
        if (key === undefined) return;
        links.delete(node);
        this.#release(key);
      },
    });
    return (event, of) => {
      release = of;
      addresses.follow(event);
    };
  }

  list(): readonly WantedAsset[] {
    return [...this.#found.values()];
  }

  /** @returns whether there is room for it. */
  #use(asset: WantedAsset): boolean {
    const key = keyOf(asset);
    if (!this.#found.has(key)) {
      const characters = this.#characters + asset.url.length + asset.release.length;
      if (this.#found.size >= WANTED_LIMITS.assets || characters > WANTED_LIMITS.characters) return false;
      this.#characters = characters;
      this.#found.set(key, asset);
    }
    this.#uses.set(key, (this.#uses.get(key) ?? 0) + 1);
    return true;
  }

  /** Takes back the use by a link. */
  #release(key: string): void {
    const asset = this.#found.get(key);
    const uses = (this.#uses.get(key) ?? 0) - 1;
    this.#uses.set(key, uses);
    if (!asset || uses > 0) return;
    this.#uses.delete(key);
    this.#characters -= asset.url.length + asset.release.length;
    this.#found.delete(key);
  }
}

/** Whether values of an address were replaced, so that nobody can fetch it. */
export const isRedactedAddress = (url: string): boolean => url.includes(REDACTED);

const keyOf = ({ url, release }: WantedAsset): string => JSON.stringify([release, url]);

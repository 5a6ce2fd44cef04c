import { WANTED_LIMITS } from '@svc/replay';
import { EventLoopYielder } from '@svc/runtime';
import type { AssetNeed } from '../thread/style-text.js';
import { assetName } from './asset-pin.js';

/** A file that recordings need, as the service keeps it. */
export interface PinnedAsset extends AssetNeed {
  /** The release or the day to which the copy is pinned. */
  readonly pin: string;
}

export interface NamedAsset extends PinnedAsset {
  /** Among those of the project. */
  readonly name: string;
}

/** What each of these style sheets needs; nothing of those that have no copy. */
export type ReadNeeds = (styles: readonly NamedAsset[]) => AsyncIterable<readonly PinnedAsset[]>;

/** Needs of style sheets that are looked at: style sheets of strangers can name the same files a million times. */
const MAX_LOOKS = 10 * WANTED_LIMITS.assets;

/**
 * Goes from the files that recordings name to what the style sheets among them need, and so on: each file once, at most 2,000. What the
 * style sheets of a level need is read after the level was taken, and only while there is room. Gives others turns in between.
 */
export async function* assetLevels(
  files: readonly PinnedAsset[],
  readNeeds: ReadNeeds,
  accepts: (file: PinnedAsset) => boolean = () => true,
): AsyncGenerator<readonly NamedAsset[]> {
  const known = new Set<string>();
  const yielder = new EventLoopYielder();
  let looks = 0;
  const isFull = (): boolean => known.size >= WANTED_LIMITS.assets || looks >= MAX_LOOKS;
  const take = async (candidates: readonly PinnedAsset[]): Promise<NamedAsset[]> => {
    const taken: NamedAsset[] = [];
    for (const file of candidates) {
      if (isFull()) break;
      looks++;
      if (yielder.isDue()) await yielder.yield();
      const key = JSON.stringify([file.pin, file.url]);
      if (known.has(key) || !accepts(file)) continue;
      known.add(key);
      taken.push({ ...file, name: assetName(file.pin, file.url) });
    }
    return taken;
  };
  let level = await take(files);
  while (level.length > 0) {
    yield level;
    const styles = level.filter(({ kind }) => kind === 'style');
    level = [];
    if (styles.length === 0 || isFull()) continue;
    for await (const needs of readNeeds(styles)) {
      level.push(...(await take(needs)));
      if (isFull()) break;
    }
  }
}

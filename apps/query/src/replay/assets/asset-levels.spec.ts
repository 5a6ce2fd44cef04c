import assert from 'node:assert/strict';
import { WANTED_LIMITS } from '@svc/replay';
import { assetLevels, type NamedAsset, type PinnedAsset } from './asset-levels.js';

const style = (url: string, pin = '1'): PinnedAsset => ({ url, kind: 'style', pin });
const image = (url: string, pin = '1'): PinnedAsset => ({ url, kind: 'image', pin });
/** Style sheets that need these, and how often the needs of one were read. */
const site = (needsOf: (style: NamedAsset) => readonly PinnedAsset[]) => {
  const read: string[] = [];
  const readNeeds = async function* (styles: readonly NamedAsset[]) {
    for (const each of styles) {
      read.push(each.url);
      yield await Promise.resolve(needsOf(each));
    }
  };
  return { read, readNeeds };
};
const collect = async (levels: AsyncIterable<readonly NamedAsset[]>): Promise<(readonly NamedAsset[])[]> => {
  const found: (readonly NamedAsset[])[] = [];
  for await (const level of levels) found.push(level);
  return found;
};
const urls = async (levels: AsyncIterable<readonly NamedAsset[]>) =>
  (await collect(levels)).map((level) => level.map(({ url }) => url));

describe('assetLevels', () => {
  it('goes from style sheets to what they need, each once', async () => {
    const { readNeeds, read } = site(({ url }) => (url === 'a' ? [style('b'), image('p')] : [style('a'), image('p')]));
    assert.deepEqual(await urls(assetLevels([style('a'), image('q'), style('a')], readNeeds)), [
      ['a', 'q'],
      ['b', 'p'],
    ]);
    assert.deepEqual(read, ['a', 'b']);
  });

  it('tells the same address of two releases apart', async () => {
    const { readNeeds } = site(({ pin }) => [image('p', pin)]);
    const levels = await collect(assetLevels([style('a', '1'), style('a', '2')], readNeeds));
    assert.equal(new Set(levels.flat().map(({ name }) => name)).size, 4);
  });

  it('leaves out what is not accepted, and what only that needs', async () => {
    const { readNeeds, read } = site(() => [image('p')]);
    assert.deepEqual(await urls(assetLevels([style('no'), image('q')], readNeeds, ({ url }) => url !== 'no')), [['q']]);
    assert.deepEqual(read, []);
  });

  it('reads needs only while there is room for 2,000 files', async () => {
    const styles = Array.from({ length: 1_000 }, (_, nth) => style(`s${nth}`));
    const { readNeeds, read } = site(({ url }) => Array.from({ length: 500 }, (_, nth) => image(`${url}/${nth}`)));
    const levels = await urls(assetLevels(styles, readNeeds));
    assert.equal(levels.flat().length, WANTED_LIMITS.assets);
    assert.deepEqual(read, ['s0', 's1']);
  });

  it('ends after 20,000 needs, if they are the same files again and again', async () => {
    const styles = Array.from({ length: 1_000 }, (_, nth) => style(`s${nth}`));
    const same = Array.from({ length: 500 }, () => image('p'));
    const { readNeeds, read } = site(() => same);
    const levels = await urls(assetLevels(styles, readNeeds));
    assert.equal(levels.flat().length, 1_001);
    assert.equal(read.length, (20_000 - 1_000) / 500);
  });
});

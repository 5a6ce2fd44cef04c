import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { zipSync } from 'fflate';
import { unpackMachO } from './unpack.js';

const MAGIC = [0xcf, 0xfa, 0xed, 0xfe];

describe('unpacking a zip file', () => {
  let directory: string;
  beforeEach(async () => {
    directory = await mkdtemp(path.join(tmpdir(), 'svc-unpack-'));
  });
  afterEach(() => rm(directory, { recursive: true }));

  const unpack = async (
    entries: Record<string, Uint8Array>,
    limits = { maxBytes: 1e6, maxRatio: 1e3, maxEntries: 5 },
  ) => {
    const zip = path.join(directory, 'a.zip');
    await writeFile(zip, zipSync(entries));
    return unpackMachO(zip, directory, limits);
  };

  it('writes only Mach-O files, under names of its own', async () => {
    const image = Uint8Array.from([...MAGIC, ...Buffer.alloc(300_000, 'x')]);
    const paths = await unpack({ '../../../tmp/evil': image, '/etc/evil': image, 'readme.txt': Buffer.from('hello') });
    assert.deepEqual(paths, [path.join(directory, '0'), path.join(directory, '1')]);
    assert.deepEqual((await readdir(directory)).sort(), ['0', '1', 'a.zip']);
  });

  it('refuses one that becomes too large, whatever is in it', async () => {
    await assert.rejects(unpack({ 'a.txt': Buffer.alloc(20_000_000) }), /becomes too large/);
    await assert.rejects(unpack({ a: Uint8Array.from([...MAGIC, ...Buffer.alloc(2_000_000)]) }), /becomes too large/);
  });

  it('refuses one that becomes many times larger, however large it may become', async () => {
    const limits = { maxBytes: 1e9, maxRatio: 64, maxEntries: 5 };
    await assert.rejects(unpack({ a: Uint8Array.from([...MAGIC, ...Buffer.alloc(20_000_000)]) }, limits), /too large/);
    assert.equal((await unpack({ a: Uint8Array.from([...MAGIC, ...Buffer.alloc(2_000_000)]) }, limits)).length, 1);
  });

  it('refuses one with too many entries', async () => {
    const entries = Object.fromEntries(Array.from({ length: 6 }, (_, nth) => [`${nth}.txt`, Buffer.from('x')]));
    await assert.rejects(unpack(entries), /too many entries/);
  });
});

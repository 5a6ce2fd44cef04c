import assert from 'node:assert/strict';
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { ServiceError } from '@svc/service-error';
import type { ObjectStore } from './port.js';

export interface StoreUnderTest {
  readonly store: ObjectStore;
  stop(): Promise<void>;
}

/** Registers the tests of the port. */
export function objectStoreConformance(name: string, start: () => Promise<StoreUnderTest>): void {
  describe(`${name} as an object store`, () => {
    let underTest: StoreUnderTest;
    let store: ObjectStore;
    let directory: string;
    beforeAll(async () => {
      directory = await mkdtemp(join(tmpdir(), 'svc-objects-'));
      underTest = await start();
      store = underTest.store;
    });
    afterAll(async () => {
      await store?.close();
      await underTest?.stop();
      await rm(directory, { recursive: true });
    });

    it('returns an object as it was stored, from a buffer or a stream, small, large or empty', async () => {
      const folder = newFolder();
      const large = randomBytes(20_000_000);
      for (const [key, bytes] of Object.entries({ small: Buffer.from('hello'), empty: Buffer.alloc(0), large })) {
        assert.equal(await store.put(`${folder}/buffer/${key}`, bytes), bytes.length);
        assert.equal(await store.put(`${folder}/stream/${key}`, inChunks(bytes)), bytes.length);
        for (const path of [`${folder}/buffer/${key}`, `${folder}/stream/${key}`]) {
          assert.ok((await read(path))?.equals(bytes), path);
          assert.equal((await store.head(path))?.size, bytes.length);
        }
      }
    });

    it('returns the bytes of a range, limited to the object, and the size of the whole object', async () => {
      const key = `${newFolder()}/digits`;
      await store.put(key, Buffer.from('0123456789'));
      const ranges: [number, number | undefined, string][] = [
        [0, 3, '012'],
        [4, undefined, '456789'],
        [8, 100, '89'],
        [9, 10, '9'],
        [10, undefined, ''],
        [50, 60, ''],
        [3, 3, ''],
      ];
      for (const [start, end, expected] of ranges) {
        const found = await store.get(key, end === undefined ? { start } : { start, end });
        assert.equal(found?.info.size, 10);
        assert.equal((await buffer(found.stream)).toString(), expected);
      }
    });

    it('returns undefined for a missing object, and deletes it without an error', async () => {
      const key = `${newFolder()}/none`;
      assert.equal(await store.head(key), undefined);
      assert.equal(await store.get(key), undefined);
      assert.equal(await store.get(key, { start: 1 }), undefined);
      await store.delete(key);
      await store.put(key, Buffer.from('x'));
      await store.delete(key);
      assert.equal(await store.head(key), undefined);
    });

    it('replaces the whole object', async () => {
      const key = `${newFolder()}/again`;
      await store.put(key, Buffer.alloc(100_000, 'a'));
      const before = Date.now();
      await store.put(key, Buffer.from('b'));
      assert.equal((await read(key))?.toString(), 'b');
      const modified = (await store.head(key))?.lastModifiedMs ?? 0;
      assert.ok(modified >= before - 1_000 && modified <= Date.now() + 1_000);
    });

    it('publishes nothing and throws the error of the source if the source fails', async () => {
      const folder = newFolder();
      await store.put(`${folder}/kept`, Buffer.from('old'));
      for (const sizeBefore of [10, 12_000_000]) {
        const failure = new Error('the source has failed');
        for (const key of ['kept', 'new']) {
          await assert.rejects(
            store.put(`${folder}/${key}`, failing(sizeBefore, failure)),
            (error) => error === failure,
          );
        }
      }
      assert.equal((await read(`${folder}/kept`))?.toString(), 'old');
      assert.deepEqual(await keys(`${folder}/`), [`${folder}/kept`]);
    });

    it('joins bytes, files and ranges of objects, and shows all bytes in their order', async () => {
      const folder = newFolder();
      const [large, other] = [randomBytes(5_000_000), randomBytes(3_000_000)];
      const path = join(directory, 'file');
      await writeFile(path, other);
      await store.put(`${folder}/large`, large);
      const seen = createHash('sha256');
      const pieces = [
        Buffer.from('head'),
        { key: `${folder}/large`, range: { start: 7, end: 4_000_001 } },
        { path },
        { key: `${folder}/large`, range: { start: 4_999_999 } },
        Buffer.alloc(0),
        { key: `${folder}/large` },
      ];
      const expected = Buffer.concat([
        ...[Buffer.from('head'), large.subarray(7, 4_000_001), other, large.subarray(4_999_999), large],
      ]);
      const size = await store.join(`${folder}/joined`, pieces, (bytes) => void seen.update(bytes));
      assert.equal(size, expected.length);
      assert.ok((await read(`${folder}/joined`))?.equals(expected));
      assert.equal(seen.digest('hex'), createHash('sha256').update(expected).digest('hex'));
    });

    it('joins nothing if a piece is missing or too short, or the observer throws', async () => {
      const folder = newFolder();
      await store.put(`${folder}/kept`, Buffer.from('old'));
      const ignore = () => undefined;
      const short = { key: `${folder}/kept`, range: { start: 1, end: 4 } };
      for (const piece of [{ key: `${folder}/none` }, { path: join(directory, 'none') }, short])
        await assert.rejects(store.join(`${folder}/kept`, [Buffer.from('new'), piece], ignore), {
          code: 'unavailable',
        });
      const failure = new Error('enough');
      const refuse = () => {
        throw failure;
      };
      await assert.rejects(store.join(`${folder}/kept`, [Buffer.from('new')], refuse), (error) => error === failure);
      assert.equal((await read(`${folder}/kept`))?.toString(), 'old');
      assert.deepEqual(await keys(`${folder}/`), [`${folder}/kept`]);
    });

    it('stores one complete object of several concurrent writers', async () => {
      const key = `${newFolder()}/contested`;
      const bodies = Array.from({ length: 8 }, (_, i) => Buffer.alloc(300_000, String(i)));
      await Promise.all(bodies.map((body) => store.put(key, inChunks(body))));
      const found = await read(key);
      assert.ok(bodies.some((body) => found?.equals(body)));
    });

    it('keeps the content of an open stream when the object is replaced or deleted', async () => {
      const key = `${newFolder()}/open`;
      const old = randomBytes(3_000_000);
      await store.put(key, old);
      const opened = await store.get(key);
      await store.put(key, Buffer.from('new'));
      await store.delete(key);
      assert.ok(opened && (await buffer(opened.stream)).equals(old));
    });

    it('lists all objects with a prefix in the byte order of their keys', async () => {
      const folder = newFolder();
      const names = ['a', 'a-b', 'a.b', 'a/b', 'a/b/c', 'a/c', 'aa', 'B', 'b=1/x', '.hidden', 'a0/z'];
      for (const name of names) await store.put(`${folder}/${name}`, Buffer.from(name));
      const sorted = names.map((name) => `${folder}/${name}`).sort();
      assert.deepEqual(await keys(`${folder}/`), sorted);
      assert.deepEqual(
        await keys(`${folder}/a`),
        sorted.filter((key) => key.startsWith(`${folder}/a`)),
      );
      assert.deepEqual(await keys(`${folder}/a/`), [`${folder}/a/b`, `${folder}/a/b/c`, `${folder}/a/c`]);
      assert.deepEqual(await keys(`${folder}/none`), []);
      for await (const { key, size } of store.list(`${folder}/`)) assert.equal(size, key.length - folder.length - 1);
      await Promise.all(sorted.map((key) => store.delete(key)));
      assert.deepEqual(await keys(`${folder}/`), []);
    });

    it('rejects a key that could escape the store or that some store does not support', async () => {
      const bad = [
        '',
        '/',
        '/a',
        'a/',
        'a//b',
        '.',
        '..',
        '../a',
        'a/../b',
        'a/./b',
        'a\\b',
        'a b',
        'ä',
        'a~',
        'a\0b',
        '%2e',
      ];
      for (const key of [...bad, 'a'.repeat(201), 'a/'.repeat(300) + 'a']) {
        for (const attempt of [() => store.put(key, Buffer.alloc(1)), () => store.get(key), () => store.delete(key)]) {
          await assert.rejects(attempt(), (error) => error instanceof ServiceError && error.code === 'invalid_request');
        }
      }
      for (const prefix of ['/', '../', 'a/../', 'a//', 'a~', '..%2f']) await assert.rejects(keys(prefix));
    });

    it('deletes the last object of a folder without disturbing one that is being written to it', async () => {
      const folder = newFolder();
      for (let round = 0; round < 30; round++) {
        await store.put(`${folder}/x/y/old`, Buffer.from('old'));
        await Promise.all([store.delete(`${folder}/x/y/old`), store.put(`${folder}/x/y/new`, Buffer.from('new'))]);
        assert.equal((await read(`${folder}/x/y/new`))?.toString(), 'new');
        await store.delete(`${folder}/x/y/new`);
      }
    });

    it('resolves check() while the store is available', () => store.check());

    async function read(key: string): Promise<Buffer | undefined> {
      const found = await store.get(key);
      return found && buffer(found.stream);
    }

    async function keys(prefix: string): Promise<string[]> {
      const found: string[] = [];
      for await (const { key } of store.list(prefix)) found.push(key);
      return found;
    }
  });
}

function newFolder(): string {
  return `conformance-${randomUUID()}`;
}

async function* inChunks(bytes: Buffer): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += 700_001) {
    await Promise.resolve();
    yield bytes.subarray(at, at + 700_001);
  }
}

async function* failing(sizeBefore: number, failure: Error): AsyncGenerator<Uint8Array> {
  yield* inChunks(Buffer.alloc(sizeBefore));
  throw failure;
}

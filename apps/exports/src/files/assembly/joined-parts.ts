import type { ObjectPiece, ObjectStore } from '@svc/objects';
import { unavailable } from '@svc/service-error';
import { footerLength, MAGIC, TAIL_BYTES } from '../parquet/footer.js';
import { JoinedFooter } from '../parquet/joined-footer.js';
import type { RowsFile } from './rows-file.js';

/** A file of rows from its parts. */
export async function* joinedRows(
  store: ObjectStore,
  keys: readonly string[],
  { head, tail, body }: RowsFile,
): AsyncGenerator<ObjectPiece, void, void> {
  yield head;
  if (body) yield* body(bytesOf(store, keys));
  else for (const key of keys) yield { key };
  yield tail;
}

/**
 * One Parquet file with the row groups of all parts, which are Parquet files too: their pages one after the other, and
 * a footer with their new positions. No page is decoded or encoded again, so it costs no more than a copy.
 */
export async function* joinedParquet(
  store: ObjectStore,
  keys: readonly string[],
  names: ReadonlyMap<string, string>,
): AsyncGenerator<ObjectPiece, void, void> {
  const joined = new JoinedFooter(names);
  let length = MAGIC.length;
  yield MAGIC;
  for (const key of keys) {
    const { footer, pagesEnd } = await readFooter(store, key);
    joined.add(footer, BigInt(length - MAGIC.length));
    yield { key, range: { start: MAGIC.length, end: pagesEnd } };
    length += pagesEnd - MAGIC.length;
  }
  yield joined.toBytes();
}

/** The footer of a stored file, and where its pages end. */
export async function readFooter(store: ObjectStore, key: string): Promise<{ footer: Buffer; pagesEnd: number }> {
  const info = await store.head(key);
  if (!info) throw missing();
  const length = footerLength(await whole(range(store, key, info.size - TAIL_BYTES, info.size)));
  const pagesEnd = info.size - TAIL_BYTES - length;
  return { footer: await whole(range(store, key, pagesEnd, info.size - TAIL_BYTES)), pagesEnd };
}

async function* bytesOf(store: ObjectStore, keys: readonly string[]): AsyncGenerator<Uint8Array, void, void> {
  for (const key of keys) yield* range(store, key, 0);
}

async function* range(
  store: ObjectStore,
  key: string,
  start: number,
  end?: number,
): AsyncGenerator<Uint8Array, void, void> {
  const object = await store.get(key, { start, ...(end !== undefined && { end }) });
  if (!object) throw missing();
  try {
    yield* object.stream as AsyncIterable<Uint8Array>;
  } finally {
    object.stream.destroy();
  }
}

async function whole(bytes: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of bytes) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** Another worker has published the file and deleted its parts; the next attempt finds the file. */
const missing = () => unavailable(new Error('A part of an export is missing.'));

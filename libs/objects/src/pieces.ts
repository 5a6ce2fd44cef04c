import { open } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { unavailable } from '@svc/errors';
import type { ByteObserver, ObjectPiece, ObjectPieces, ObjectStore } from './port.js';

/** The bytes of pieces as a stream, for stores that send them over the network. */
export async function* bytesOfPieces(
  store: Pick<ObjectStore, 'get'>,
  pieces: ObjectPieces,
  observe: ByteObserver,
): AsyncGenerator<Uint8Array, void, void> {
  for await (const piece of pieces) {
    if (piece instanceof Uint8Array) {
      observe(piece);
      if (piece.byteLength > 0) yield piece;
      continue;
    }
    const stream = await streamOf(store, piece);
    try {
      for await (const chunk of stream as AsyncIterable<Uint8Array>) {
        observe(chunk);
        yield chunk;
      }
    } finally {
      stream.destroy();
    }
  }
}

async function streamOf(store: Pick<ObjectStore, 'get'>, piece: Exclude<ObjectPiece, Uint8Array>): Promise<Readable> {
  if ('path' in piece) {
    const file = await open(piece.path, 'r').catch((error: unknown) => Promise.reject(unavailable(error)));
    return file.createReadStream();
  }
  const object = await store.get(piece.key, piece.range);
  if (!object) throw unavailable(new Error('A piece of an object is missing.'));
  return object.stream;
}

import { open } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { unavailable, type ServiceError } from '@svc/service-error';
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
    const stream = await openStream(store, piece);
    try {
      let missing = expectedBytes(piece);
      for await (const chunk of stream as AsyncIterable<Uint8Array>) {
        observe(chunk);
        missing -= chunk.byteLength;
        yield chunk;
      }
      if (missing > 0) throw endsEarly();
    } finally {
      stream.destroy();
    }
  }
}

/** The object was replaced by a shorter one or damaged; without a failure its hash would be that of the shorter one. */
export function endsEarly(): ServiceError {
  return unavailable(new Error('A piece of an object is shorter than its range.'));
}

function expectedBytes(piece: Exclude<ObjectPiece, Uint8Array>): number {
  if (!('key' in piece) || piece.range?.end === undefined) return 0;
  return piece.range.end - piece.range.start;
}

async function openStream(store: Pick<ObjectStore, 'get'>, piece: Exclude<ObjectPiece, Uint8Array>): Promise<Readable> {
  if ('path' in piece) {
    const file = await open(piece.path, 'r').catch((error: unknown) => Promise.reject(unavailable(error)));
    return file.createReadStream();
  }
  const object = await store.get(piece.key, piece.range);
  if (!object) throw unavailable(new Error('A piece of an object is missing.'));
  return object.stream;
}

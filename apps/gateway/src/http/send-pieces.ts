import { Readable } from 'node:stream';
import { JSON_TYPE } from '@svc/http';
import { mapYielding } from '@svc/runtime';
import type { FastifyReply } from 'fastify';

/** Sends JSON that is in pieces: joining megabytes would keep other requests waiting. */
export function sendPieces(reply: FastifyReply, pieces: readonly (Uint8Array | string)[]): void {
  const bytes = pieces.map((piece) => (typeof piece === 'string' ? Buffer.from(piece) : piece));
  const length = bytes.reduce((sum, piece) => sum + piece.byteLength, 0);
  void reply
    .type(JSON_TYPE)
    .header('content-length', String(length))
    .send(Readable.from(bytes, { objectMode: false }));
}

/** Sends a JSON array, of which each item is written by itself. */
export async function sendItems<Item>(
  reply: FastifyReply,
  items: readonly Item[],
  toJson: (item: Item) => unknown,
): Promise<void> {
  const texts = await mapYielding(items, (item) => JSON.stringify(toJson(item)), 1);
  sendPieces(reply, ['[', ...texts.map((text, index) => (index === 0 ? text : `,${text}`)), ']']);
}

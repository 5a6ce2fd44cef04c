import assert from 'node:assert/strict';
import fc from 'fast-check';
import { wholeResult } from './file-stream.js';

const TAG = '0123456789abcdef';

async function collect(chunks: readonly Uint8Array[], tag: string | undefined = TAG): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  for await (const part of wholeResult(fromChunks(chunks), tag)) parts.push(part);
  return Buffer.concat(parts);
}

async function* fromChunks(chunks: readonly Uint8Array[]): AsyncGenerator<Uint8Array, void, void> {
  await Promise.resolve();
  yield* chunks;
}

function cut(text: Buffer, places: readonly number[]): Buffer[] {
  const at = [...new Set(places.map((place) => place % (text.length + 1)))].sort((a, b) => a - b);
  return [0, ...at].map((start, index) => text.subarray(start, at[index] ?? text.length));
}

describe('the bytes of a result', () => {
  it('returns the sent bytes, however they were cut', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 400 }), fc.array(fc.nat(400)), async (bytes, places) => {
        assert.deepEqual(await collect(cut(Buffer.from(bytes), places)), Buffer.from(bytes));
      }),
    );
  });

  it('fails at the marker of an error, however the bytes were cut', async () => {
    const marker = `\r\n__exception__\r\n${TAG}\r\nCode: 395. DB::Exception\n24 ${TAG}\r\n__exception__\r\n`;
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 400 }), fc.array(fc.nat(500)), async (bytes, places) => {
        const chunks = cut(Buffer.concat([bytes, Buffer.from(marker)]), places);
        await assert.rejects(collect(chunks), /malformed/);
      }),
    );
  });

  it('accepts the name of the marker as text', async () => {
    const text = Buffer.from('a,b\r\n__exception__\r\n');
    assert.deepEqual(await collect([text]), text);
    assert.deepEqual(await collect([text], undefined), text);
  });
});

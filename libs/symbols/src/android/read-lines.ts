import { openSync, readSync, closeSync } from 'node:fs';
import { StringDecoder } from 'node:string_decoder';
import { SymbolFileRefusal } from '../columns/refusal.js';

const CHUNK_BYTES = 1_048_576;
const MAX_LINE = 1_048_576;

/**
 * The lines of a file without their ends, with at most a chunk of it in memory; for threads, because it blocks.
 *
 * @param onChunk receives the bytes as they are read.
 * @throws SymbolFileRefusal for a line of more than a million characters.
 */
export function* readLines(path: string, onChunk: (bytes: Uint8Array) => void = () => {}): Generator<string> {
  const file = openSync(path, 'r');
  const buffer = Buffer.allocUnsafe(CHUNK_BYTES);
  const decoder = new StringDecoder('utf8');
  let rest = '';
  try {
    for (let length = readSync(file, buffer); length > 0; length = readSync(file, buffer)) {
      const bytes = buffer.subarray(0, length);
      onChunk(bytes);
      const lines = (rest + decoder.write(bytes)).split(/\r?\n/);
      rest = lines.pop() ?? '';
      if (rest.length > MAX_LINE) throw new SymbolFileRefusal('has a line of more than a million characters');
      yield* lines;
    }
  } finally {
    closeSync(file);
  }
  rest += decoder.end();
  if (rest !== '') yield rest;
}

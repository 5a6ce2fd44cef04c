import assert from 'node:assert/strict';
import fc from 'fast-check';
import { separated } from '../assembly/rows-file.js';
import { CsvRows, LineRows } from './row-counter.js';

const field = fc.string({ unit: fc.constantFrom('a', '"', ',', '\r', '\n', 'ü', '=') });
const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;

function cut(bytes: Buffer, places: readonly number[]): Buffer[] {
  const at = [...new Set(places.map((place) => place % (bytes.length + 1)))].sort((a, b) => a - b);
  return [0, ...at].map((start, index) => bytes.subarray(start, at[index] ?? bytes.length));
}

async function* fromChunks(chunks: readonly Buffer[]): AsyncGenerator<Uint8Array, void, void> {
  await Promise.resolve();
  yield* chunks;
}

describe('rows of a file', () => {
  it('counts rows of CSV whatever their texts contain and wherever the file is cut', () => {
    fc.assert(
      fc.property(fc.array(fc.array(field, { minLength: 1, maxLength: 4 })), fc.array(fc.nat()), (rows, places) => {
        const csv = rows.map((row) => `${row.map(quoted).join(',')}\r\n`).join('');
        const counter = new CsvRows();
        for (const chunk of cut(Buffer.from(csv), places)) counter.add(chunk);
        assert.equal(counter.rows, rows.length);
      }),
    );
  });

  it('counts rows in lines of JSON and joins them into one array', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.jsonValue()), fc.array(fc.nat()), async (values, places) => {
        const lines = Buffer.from(values.map((value) => `${JSON.stringify(value)}\n`).join(''));
        const counter = new LineRows();
        const pieces: Uint8Array[] = [];
        for (const chunk of cut(lines, places)) counter.add(chunk);
        for await (const piece of separated(fromChunks(cut(lines, places)))) pieces.push(piece);
        assert.equal(counter.rows, values.length);
        const text = Buffer.concat(pieces).toString();
        assert.deepEqual(JSON.parse(`[${text}]`), JSON.parse(JSON.stringify(values)));
      }),
    );
  });
});

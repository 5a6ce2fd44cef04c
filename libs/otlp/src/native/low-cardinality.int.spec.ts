import assert from 'node:assert/strict';
import { readValue } from '../testing/engine.js';
import { TableBuilder, type NativeBlock } from './block.js';
import { ByteBuffer } from './byte-buffer.js';
import { Dictionary } from './dictionary.js';
import { LowCardinalityColumn } from './low-cardinality-column.js';

function createBlock(column: LowCardinalityColumn): NativeBlock {
  const table = new TableBuilder('t', [['text', column]]);
  const out = new ByteBuffer();
  table.write(out);
  return { table: 't', columns: ['text'], rows: table.rows, bytes: out.bytes.subarray(0, out.length) };
}

function append(column: LowCardinalityColumn, text: string): void {
  const bytes = Buffer.from(text);
  column.append(bytes, new DataView(bytes.buffer, bytes.byteOffset, bytes.length), 0, bytes.length);
}

for (const distinct of [1, 255, 256, 257, 65_535, 65_536, 65_537, 70_000]) {
  it(`keeps the rows of ${distinct} distinct texts`, () => {
    const column = new LowCardinalityColumn();
    for (let row = 0; row < distinct + 10; row++) append(column, `text-${row % distinct}`);
    const rows = `toString(text) = concat('text-', toString(rowNumberInAllBlocks() % ${distinct}))`;
    assert.equal(
      readValue(createBlock(column), `concat(toString(count()), ' ', toString(countIf(ok)))`.replace('ok', rows)),
      `${distinct + 10} ${distinct + 10}`,
    );
  });
}

it('lets the engine merge equal texts of one dictionary', () => {
  class NeverFinding extends Dictionary {
    protected override find(): number {
      return -1;
    }
  }
  const column = new LowCardinalityColumn(new NeverFinding());
  for (let row = 0; row < 1000; row++) append(column, `text-${row % 3}`);
  assert.equal(column.dictionary.count, 1001);
  const values = readValue(
    createBlock(column),
    `arrayStringConcat(arraySort(arrayMap(x -> concat(x.1, ':', toString(x.2)), arrayZip(sumMap([toString(text)], [1]).1, sumMap([toString(text)], [1]).2))), ' ')`,
  );
  assert.equal(values, 'text-0:334 text-1:333 text-2:333');
});

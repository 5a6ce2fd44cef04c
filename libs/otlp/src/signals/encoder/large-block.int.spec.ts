import assert from 'node:assert/strict';
import { isStored, INGEST_TABLES, type ColumnDefinition } from '@svc/tables';
import type { NativeBlock } from '../../native/block.js';
import { readTypes, readValue } from '../../testing/engine.js';
import { encodeRequest } from '../../testing/oracle.js';
import { attributes, CONTEXT, logs, span, text, traces } from '../../testing/requests.js';
import { createBlockEncoder } from '../create-block-encoder.js';

function findBlock(blocks: readonly NativeBlock[], table: string): NativeBlock {
  const block = blocks.find((candidate) => candidate.table === table);
  assert.ok(block);
  return block;
}

it('keeps every row of a block of 70,000 spans with as many names, keys and values', () => {
  const encoder = createBlockEncoder('traces', { isKnown: () => true });
  const perRequest = 7000;
  for (let request = 0; request < 10; request++) {
    const spans = Array.from({ length: perRequest }, (_, index) => {
      const row = request * perRequest + index;
      return span({
        name: `span-${row}`,
        attributes: attributes({ [`key-${row}`]: text(`value-${row}`), row: { intValue: String(row) } }),
      });
    });
    encoder.add(encodeRequest('traces', traces(spans)), { ...CONTEXT, projectNumber: request, offset: request });
  }
  const block = findBlock(encoder.finish().blocks, 'spans');
  const good = `
    toString(name) = concat('span-', toString(rowNumberInAllBlocks())) AND project_number = intDiv(rowNumberInAllBlocks(), ${perRequest})
    AND attributes['row'] = toString(rowNumberInAllBlocks()) AND length(attributes) = 2
    AND attributes[concat('key-', toString(rowNumberInAllBlocks()))] = concat('value-', toString(rowNumberInAllBlocks()))`;
  assert.equal(readValue(block, `concat(toString(count()), ' ', toString(countIf(${good})))`), '70000 70000');
});

it('stores a long body completely, also where it is not UTF-8', () => {
  const long = 'Zeile für Zeile\n\n'.repeat(20_000);
  const request = encodeRequest('logs', logs([{ body: text(long) }, { body: text('short') }]));
  const marker = request.indexOf('für');
  request[marker + 1] = 0xff;
  const encoder = createBlockEncoder('logs', { isKnown: () => true });
  encoder.add(request, CONTEXT);
  const block = findBlock(encoder.finish().blocks, 'logs');
  const [whole, repaired] = [long.length, long.replace('für', 'f\ufffd\ufffdr').length];
  assert.equal(readValue(block, `arrayStringConcat(groupArray(toString(lengthUTF8(body))), ' ')`), `${repaired} 5`);
  assert.equal(repaired, whole + 1);
  assert.equal(readValue(block, 'countIf(isValidUTF8(body))'), '2');
});

it('writes blocks from which the engine reads the columns of the table', () => {
  const encoder = createBlockEncoder('traces', { isKnown: () => false });
  encoder.add(encodeRequest('traces', traces([span()])), CONTEXT);
  for (const block of encoder.finish().blocks) {
    const table = INGEST_TABLES.find(({ name }) => name === block.table);
    const columns = Object.entries<ColumnDefinition>(table?.columns ?? {}).filter(([, definition]) =>
      isStored(definition),
    );
    assert.deepEqual(
      [...readTypes(block)],
      columns.map(([name, { type }]) => [name, type]),
    );
    assert.deepEqual(
      block.columns,
      columns.map(([name]) => name),
    );
  }
});

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { transcodeJson } from '../../json/transcode.js';
import { readBlock } from '../../testing/engine.js';
import { CONTEXT } from '../../testing/requests.js';
import { createBlockEncoder } from '../create-block-encoder.js';

/** What real instrumentations sent, see `e2e/src/ai/instrumentations`. */
const RECORDED = path.resolve(import.meta.dirname, '../../../../gen-ai/src/testing/recorded');
const FILES = readdirSync(RECORDED).filter((file) => file.endsWith('.json') && !file.endsWith('.golden.json'));

describe.each(FILES)('the request in %s', (file) => {
  it('consists of spans that are stored with the mark of AI work', () => {
    const encoder = createBlockEncoder('traces', { isKnown: () => false });
    encoder.add(transcodeJson('traces', readFileSync(path.join(RECORDED, file))), CONTEXT);
    const rows = encoder.finish().blocks.flatMap((block) => (block.table === 'spans' ? readBlock(block) : []));
    assert.ok(rows.length > 0);
    for (const row of rows) assert.equal(row['is_ai'], 1, String(row['name']));
  });
});

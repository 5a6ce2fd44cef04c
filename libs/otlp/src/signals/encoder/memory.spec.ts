import assert from 'node:assert/strict';
import { encodeRequest } from '../../testing/oracle.js';
import { CONTEXT, logs, text } from '../../testing/requests.js';
import { createBlockEncoder } from '../create-block-encoder.js';

it('releases the memory of large blocks when blocks are small again', () => {
  const encoder = createBlockEncoder('logs', { isKnown: () => true });
  const large = encodeRequest('logs', logs([{ body: text('x'.repeat(24 << 20)) }]));
  const small = encodeRequest('logs', logs([{ body: text('x') }]));
  const block = (body: Buffer): number => {
    encoder.add(body, CONTEXT);
    const [{ bytes }] = encoder.finish().blocks;
    encoder.reset();
    return bytes.buffer.byteLength;
  };
  assert.ok(block(large) > 24 << 20);
  block(small);
  assert.ok(block(small) < 2 << 20);
});

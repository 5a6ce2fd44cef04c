import type { RequestContext, Signal } from '../signal.js';
import { createBlockEncoder } from '../signals/create-block-encoder.js';
import { readBlock, type EngineRow } from './engine.js';
import { encodeRequest } from './oracle.js';
import { CONTEXT } from './requests.js';

/** The rows that the engine reads from the block of one table after some requests. */
export function encodeRows(
  signal: Signal,
  table: string,
  requests: readonly object[],
  context: RequestContext = CONTEXT,
): EngineRow[] {
  const encoder = createBlockEncoder(signal, { isKnown: () => false });
  for (const request of requests) encoder.add(encodeRequest(signal, request), context);
  const block = encoder.finish().blocks.find((candidate) => candidate.table === table);
  return block ? readBlock(block) : [];
}

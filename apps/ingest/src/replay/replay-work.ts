import { prepareChunk, type ChunkContext, type MisplacedChunk, type PreparedChunk } from '@svc/replay';

/** What a thread does with the body of a recorder. */
export const doReplayWork = (body: Uint8Array, context: ChunkContext): PreparedChunk | MisplacedChunk =>
  prepareChunk(body, context);

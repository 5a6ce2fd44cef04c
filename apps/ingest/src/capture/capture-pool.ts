import { setImmediate } from 'node:timers/promises';
import { KeyScan } from '@svc/capture';
import { createWorkerPool, type BodyOwner } from '../receive/worker-pool.js';
import { doCaptureWork, type CaptureWork } from './capture-work.js';
import { LoopTime } from './loop-time.js';
import type { prepareCapture, PreparedCapture } from './prepare-capture.js';

/**
 * Bodies up to this size may be parsed on the event loop: usually in a fraction of a millisecond, in about seven at worst, for text that
 * is costly to redact. Larger ones would delay every other client, so a worker thread parses them.
 */
const INLINE_BYTES = 4 * 1024;

/** Bytes of a body that are looked through at once for its key, in about a tenth of a millisecond. */
const SLICE_BYTES = 64 * 1024;

/** Work before the project is known shares a turn and a part of the event loop, like one project. */
const NO_PROJECT = 0;

export type PrepareCapture = (
  owner: BodyOwner,
  ...request: Parameters<typeof prepareCapture>
) => PreparedCapture | Promise<PreparedCapture>;

/**
 * Finds the key in the body of another product's SDK. Senders, which are known only by name at this point, take turns.
 */
export type FindBodyKey = (sender: string, body: Uint8Array) => string | undefined | Promise<string | undefined>;

export interface CapturePool {
  readonly prepare: PrepareCapture;
  readonly findBodyKey: FindBodyKey;
  close(): Promise<void>;
}

/** @param loopTime what each project has used of the event loop so far. */
export function createCapturePool(loopTime = new LoopTime()): CapturePool {
  const pool = createWorkerPool<CaptureWork, PreparedCapture | string | undefined>(
    new URL('./capture.worker.js', import.meta.url),
  );
  const run = async <Answer extends PreparedCapture | string | undefined>(
    owner: BodyOwner,
    work: CaptureWork,
    body: Uint8Array,
  ): Promise<Answer> => {
    const isInline = body.byteLength <= INLINE_BYTES && loopTime.isLeft(owner.projectNumber);
    const answer = isInline
      ? loopTime.spend(owner.projectNumber, () => doCaptureWork(...work))
      : await pool.run(owner, ...work);
    return answer as Answer;
  };
  return {
    prepare: (owner, body, context) => run(owner, ['prepare', body, context], body),
    findBodyKey: async (sender, body) =>
      (body.byteLength > INLINE_BYTES ? await scanInSlices(body, loopTime) : undefined) ??
      run({ projectNumber: NO_PROJECT, keyId: sender }, ['key', body], body),
    close: () => pool.close(),
  };
}

/**
 * Looks for the key of a large body on the event loop, between other work: all senders that are not known yet have one turn for a thread,
 * too few for the recordings of many pages.
 *
 * @returns undefined if the key was not found, or the part of the event loop is used up.
 */
async function scanInSlices(body: Uint8Array, loopTime: LoopTime): Promise<string | undefined> {
  const scan = new KeyScan(body);
  while (loopTime.isLeft(NO_PROJECT)) {
    if (loopTime.spend(NO_PROJECT, () => scan.read(SLICE_BYTES))) return scan.key;
    await setImmediate();
  }
  return undefined;
}

import { createHash } from 'node:crypto';

/** Whether a run is in the sample: the hash of its ID decides, so that every process and every state of the run agree. */
export function isSampled(runId: string, rate: number): boolean {
  const hash = createHash('sha256').update(`judge/${runId}`).digest().readUInt32BE(0);
  return hash / 2 ** 32 < rate;
}

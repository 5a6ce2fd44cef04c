import { ServiceError } from '@svc/service-error';
import { partName, toPercent, toCheckpoint, type Progress } from '../checkpoint.js';
import { fewerRows, rowsPerPart, type Cursor } from '../chunks/plan.js';
import type { WriteContext } from '../export-files.js';
import type { Part, Parts, Plan, StoredPart } from './parts.js';

/**
 * Writes the rows of an export as parts, each of which is stored before its checkpoint is, in their order. While a part
 * is written, the next one is planned and begun, because the engine gives a single statement little more than one core.
 * The content of a chunk depends only on the checkpoint, so a worker that takes over creates the same parts.
 */
export class PartWriter {
  constructor(
    private readonly prefix: string,
    private readonly parts: Parts,
    private readonly context: WriteContext,
  ) {}

  /** @returns the progress with everything read. */
  async writeAll(from: Progress): Promise<Progress> {
    let progress = from;
    let part: Part | null = from.cursor && this.#begin(from, from.cursor, 0);
    while (part) {
      let following: Part | null = null;
      try {
        const plan: Plan = await part.planned;
        const { next, hasPart } = plan;
        following = next && this.#begin(progress, next, hasPart ? 1 : 0);
        progress = await this.#finish(progress, plan, await part.stored);
        part = following;
      } catch (error) {
        // The part itself is over, and may be recorded even if the answer was lost.
        await following?.abandon();
        const fewer = isTooExpensive(error) ? fewerRows(progress.limits[0]) : undefined;
        const { cursor } = progress;
        if (fewer === undefined || cursor === null) throw error;
        progress = { ...progress, limits: [fewer, Math.min(fewer, progress.limits[1])] };
        part = this.#begin(progress, cursor, 0);
      }
    }
    return progress;
  }

  /** @param ahead how many parts are being written before this one. */
  #begin(progress: Progress, cursor: Cursor, ahead: 0 | 1): Part {
    const number = progress.parts + ahead + 1;
    const key = this.prefix + partName(number, progress.runs);
    return this.parts.begin(key, cursor, progress.limits[ahead], number === 1);
  }

  async #finish(progress: Progress, { next }: Plan, stored: StoredPart | undefined): Promise<Progress> {
    if (!stored) return next ? { ...progress, cursor: next } : this.#commit({ ...progress, cursor: null });
    const [, limit] = progress.limits;
    return this.#commit({
      ...progress,
      cursor: next,
      limits: [limit, Math.min(rowsPerPart(stored.rows, stored.bytes), limit * 2)],
      parts: progress.parts + 1,
      rows: progress.rows + stored.rows,
      bytes: progress.bytes + stored.bytes,
    });
  }

  async #commit(progress: Progress): Promise<Progress> {
    this.context.signal.throwIfAborted();
    const written = { rows: BigInt(progress.rows), bytes: BigInt(progress.bytes), percent: toPercent(progress) };
    await this.context.commit(toCheckpoint(progress), written);
    return progress;
  }
}

const isTooExpensive = (error: unknown): boolean =>
  error instanceof ServiceError && error.code === 'query_too_expensive';

import { createHash } from 'node:crypto';
import { Inject, Injectable, Module } from '@nestjs/common';
import type { ObjectStore } from '@svc/objects';
import { OBJECT_STORE } from '@svc/runtime';
import {
  ExportFiles,
  exportPrefix,
  resultKey,
  type ExportResult,
  type WritableExport,
  type WriteContext,
} from '../files/index.js';

/** Number of parts of an export in specs. */
export const PARTS = 4;
/** More than the connections between services hold, so that a reader who pauses holds a download up. */
const PART_BYTES = 4_000_000;
export const createPart = (number: number): Buffer => Buffer.alloc(PART_BYTES, `part ${number}\n`);
export const WHOLE = Buffer.concat(Array.from({ length: PARTS }, (_, number) => createPart(number)));

/** Hook that runs before a part is written, and the written parts. */
export const writing: {
  before: (part: number, signal: AbortSignal) => Promise<void>;
  /** Numbers of the parts by project, in order. */
  parts: Map<string, number[]>;
} = {
  before: () => Promise.resolve(),
  parts: new Map(),
};

/** Writes the same parts for every export, with the steps of a real writer, so that specs of jobs need no column store. */
@Injectable()
class PartWriter extends ExportFiles {
  constructor(@Inject(OBJECT_STORE) private readonly objects: ObjectStore) {
    super();
  }

  check(): void {}

  async write(job: WritableExport, { signal, commit, estimated }: WriteContext): Promise<ExportResult> {
    const first = ((job.checkpoint as { part?: number } | null)?.part ?? -1) + 1;
    if (first === 0) await estimated(BigInt(PARTS));
    for (let part = first; part < PARTS; part++) {
      await writing.before(part, signal);
      signal.throwIfAborted();
      await this.objects.put(`${exportPrefix(job)}parts/00000${part}`, createPart(part));
      writing.parts.set(job.projectId, [...(writing.parts.get(job.projectId) ?? []), part]);
      const written = { rows: BigInt(part + 1), bytes: BigInt((part + 1) * PART_BYTES) };
      await commit({ part }, { ...written, percent: ((part + 1) / PARTS) * 100 });
    }
    await this.objects.put(resultKey(job, 'csv'), WHOLE);
    const sha256 = createHash('sha256').update(WHOLE).digest('hex');
    return { rows: BigInt(PARTS), bytes: BigInt(WHOLE.length), sha256, parts: PARTS };
  }
}

@Module({ providers: [{ provide: ExportFiles, useClass: PartWriter }], exports: [ExportFiles] })
export class PartWriterModule {}

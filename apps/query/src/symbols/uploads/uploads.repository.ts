import { Inject, Injectable } from '@nestjs/common';
import { isId, type Relational, type SymbolUpload } from '@svc/relational';
import { RELATIONAL } from '@svc/runtime';
import { enqueue } from '@svc/work';
import { UPLOAD_EXPIRY, UPLOAD_TTL_MS } from './upload-expiries.js';

export type NewUpload = Pick<SymbolUpload, 'projectId' | 'key' | 'kind' | 'release' | 'dist' | 'filename' | 'size'> & {
  readonly createdBy: string;
};

@Injectable()
export class UploadsRepository {
  constructor(@Inject(RELATIONAL) private readonly relational: Relational) {}

  find(projectId: string, id: string): Promise<SymbolUpload | null> {
    if (!isId(id)) return Promise.resolve(null);
    return this.relational.client.symbolUpload.findFirst({ where: { id, projectId } });
  }

  findByKey(projectId: string, key: string): Promise<SymbolUpload | null> {
    return this.relational.client.symbolUpload.findUnique({ where: { projectId_key: { projectId, key } } });
  }

  /** Uploads that have gone on since. */
  countSince(projectId: string, since: Date): Promise<number> {
    return this.relational.client.symbolUpload.count({ where: { projectId, updatedAt: { gte: since } } });
  }

  /** Creates an upload, with the job that deletes it unless it is completed. Of two with one key, both get the same. */
  async create(upload: NewUpload, now: Date): Promise<SymbolUpload> {
    const { projectId, key } = upload;
    await this.relational.client.$transaction(async (tx) => {
      const created = await tx.symbolUpload.createManyAndReturn({
        data: [{ ...upload, createdAt: now, updatedAt: now }],
        skipDuplicates: true,
        select: { id: true },
      });
      const runAt = new Date(now.getTime() + UPLOAD_TTL_MS);
      for (const { id } of created)
        await enqueue(tx, UPLOAD_EXPIRY, { key: id, payload: { projectId, uploadId: id }, projectId, runAt, now });
    });
    return this.relational.client.symbolUpload.findUniqueOrThrow({ where: { projectId_key: { projectId, key } } });
  }

  /** Whether the upload still ended at `from`. */
  async advance(id: string, from: number, to: number, now: Date): Promise<boolean> {
    const { count } = await this.relational.client.symbolUpload.updateMany({
      where: { id, received: BigInt(from) },
      data: { received: BigInt(to), updatedAt: now },
    });
    return count > 0;
  }

  async delete(id: string): Promise<void> {
    await this.relational.client.symbolUpload.deleteMany({ where: { id } });
  }
}

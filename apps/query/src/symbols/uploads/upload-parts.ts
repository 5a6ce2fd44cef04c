import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Inject, Injectable } from '@nestjs/common';
import type { ObjectStore } from '@svc/objects';
import { OBJECT_STORE } from '@svc/runtime';
import { ServiceError } from '@svc/service-error';

/** The upload and project that parts belong to. */
export interface UploadIdentity {
  readonly projectId: string;
  readonly uploadId: string;
}

/** The parts of uploads, as objects. */
@Injectable()
export class UploadParts {
  constructor(@Inject(OBJECT_STORE) private readonly objects: ObjectStore) {}

  /** @param offset where the bytes begin in the file. */
  async put(upload: UploadIdentity, offset: number, bytes: Uint8Array): Promise<void> {
    // As many digits for every offset, so that the order of keys is that of parts.
    await this.objects.put(`${prefix(upload)}${String(offset).padStart(16, '0')}`, bytes);
  }

  /** Lets `use` work with the whole file on this machine. */
  async assemble<Result>(
    upload: UploadIdentity,
    size: number,
    use: (file: string) => Promise<Result>,
  ): Promise<Result> {
    const directory = await mkdtemp(path.join(tmpdir(), 'svc-symbols-'));
    const file = path.join(directory, 'file');
    try {
      await pipeline(Readable.from(this.#read(upload, size), { objectMode: false }), createWriteStream(file));
      return await use(file);
    } finally {
      await rm(directory, { recursive: true, force: true });
    }
  }

  async delete(upload: UploadIdentity): Promise<void> {
    for await (const { key } of this.objects.list(prefix(upload))) await this.objects.delete(key);
  }

  async *#read(upload: UploadIdentity, size: number): AsyncGenerator<Uint8Array> {
    let at = 0;
    for await (const { key, size: bytes } of this.objects.list(prefix(upload))) {
      const offset = Number(key.slice(prefix(upload).length));
      // A part that another request stored later, while this one was received, differs in length from the part that
      // counts.
      if (offset !== at) continue;
      const found = await this.objects.get(key);
      if (!found) break;
      yield* found.stream as AsyncIterable<Uint8Array>;
      at += bytes;
    }
    if (at !== size)
      throw new ServiceError('state_conflict', { message: 'The parts of the file are not what was received.' });
  }
}

function prefix({ projectId, uploadId }: UploadIdentity): string {
  return `symbol-uploads/${projectId}/${uploadId}/`;
}

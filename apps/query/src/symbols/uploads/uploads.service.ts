import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { SymbolFile, SymbolUpload } from '@svc/relational';
import { CLOCK, type Clock } from '@svc/runtime';
import { invalidField, notFound, ServiceError, requireFound } from '@svc/service-error';
import {
  checkNames,
  SymbolFileRefusal,
  SymbolStore,
  type FileNames,
  type StoredFiles,
  type SymbolFileKind,
} from '@svc/symbols';
import { SYMBOL_LIMITS, type SymbolConfig } from '../symbols.settings.js';
import { UploadParts } from './upload-parts.js';
import { UploadsRepository } from './uploads.repository.js';

/** The user or key that uploads, and the project. */
export interface Uploader {
  readonly projectId: string;
  readonly principalId: string;
}

export interface UploadNames {
  readonly kind: string;
  /** '' for an upload that cannot be continued. */
  readonly key: string;
  readonly release: string;
  readonly dist: string;
  readonly filename: string;
  /** Bytes, if they are known. */
  readonly size: number | undefined;
}

export interface UploadState {
  readonly uploadId: string;
  readonly received: number;
  /** The files that resulted from an earlier upload of the same content. */
  readonly files: readonly SymbolFile[];
}

const KINDS: readonly string[] = ['sourcemap', 'proguard', 'macho'];
const SHA256 = /^[0-9a-f]{64}$/;
/** An upload that has not gone on for this long does not count as one that is going on. */
const ACTIVE_MS = 120_000;
/** A source map may take twice its bytes as a JSON text. */
const MAX_SOURCE_MAP_BODY_BYTES = 2 * 64 * 1024 * 1024 + 65_536;

/** Receives symbol files in parts. */
@Injectable()
export class UploadsService {
  constructor(
    private readonly uploads: UploadsRepository,
    private readonly parts: UploadParts,
    private readonly store: SymbolStore,
    @Inject(SYMBOL_LIMITS) private readonly config: SymbolConfig,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** @throws ServiceError payload_too_large, quota_exceeded, concurrency_limited; state_conflict if the key is that of another file. */
  async begin({ projectId, principalId }: Uploader, { key, size, ...names }: UploadNames): Promise<UploadState> {
    if (!KINDS.includes(names.kind)) throw invalidField('kind', 'is not a kind of symbol files');
    this.#checkSize(names.kind, size ?? 0);
    if (key !== '' && !SHA256.test(key))
      throw invalidField('upload-key', 'must be a SHA-256 in lower-case hexadecimal');
    requireNames(names);
    // The key of a source map is that of the JSON text around it, which is not stored.
    const isStored = key !== '' && names.kind !== 'sourcemap';
    const files = isStored ? await this.store.findUploaded({ projectId, ...names, sha256: key }) : [];
    if (files.length > 0) return { uploadId: '', received: Number(files[0]?.size ?? 0n), files };
    const known = key === '' ? null : await this.uploads.findByKey(projectId, key);
    const upload = known ?? (await this.#create({ projectId, principalId }, { key, size, ...names }));
    const isSame = (['kind', 'release', 'dist', 'filename'] as const).every((name) => upload[name] === names[name]);
    if (!isSame) {
      const message = 'The file is being uploaded with another release, distribution or name.';
      throw new ServiceError('state_conflict', { message });
    }
    return { uploadId: upload.id, received: Number(upload.received), files: [] };
  }

  /** @returns how many bytes there are now. @throws ServiceError state_conflict for a gap. */
  async append({ projectId }: Uploader, uploadId: string, offset: number, data: Uint8Array): Promise<number> {
    const upload = await this.#find(projectId, uploadId);
    const received = Number(upload.received);
    if (offset > received) {
      const message = `The bytes do not continue what was received, which are ${received} bytes.`;
      throw new ServiceError('state_conflict', { message });
    }
    const rest = data.subarray(Math.min(received - offset, data.length));
    if (rest.length === 0) return received;
    const end = received + rest.length;
    this.#checkSize(upload.kind, end);
    await this.parts.put({ projectId, uploadId }, received, rest);
    if (await this.uploads.advance(uploadId, received, end, new Date(this.clock()))) return end;
    throw new ServiceError('state_conflict', { message: 'The file is being uploaded by another request.' });
  }

  /** @throws ServiceError state_conflict if bytes are missing; invalid_request if the file cannot be used. */
  async complete({ projectId }: Uploader, uploadId: string, size: number): Promise<StoredFiles> {
    const upload = await this.#find(projectId, uploadId);
    const received = Number(upload.received);
    if (received !== size)
      throw new ServiceError('state_conflict', { message: `${received} of ${size} bytes were received.` });
    const stored = await this.#store(upload, size);
    await this.#delete(upload);
    return stored;
  }

  async #create(owner: Uploader, { key, size, ...names }: UploadNames): Promise<SymbolUpload> {
    const { projectId, principalId } = owner;
    await this.store.checkQuota(projectId, size ?? 0);
    const now = this.clock();
    const active = await this.uploads.countSince(projectId, new Date(now - ACTIVE_MS));
    if (active >= this.config.SVC_SYMBOLS_MAX_UPLOADS)
      throw new ServiceError('concurrency_limited', { retryAfterSeconds: 5 });
    const row = { projectId, ...names, key: key || randomUUID(), createdBy: principalId };
    return this.uploads.create({ ...row, size: size === undefined ? null : BigInt(size) }, new Date(now));
  }

  async #store(upload: SymbolUpload, size: number): Promise<StoredFiles> {
    const { projectId, id: uploadId, key, release, dist, filename, createdBy } = upload;
    const kind = upload.kind as SymbolFileKind;
    const names = { projectId, kind, release, dist, filename, createdBy: createdBy ?? undefined };
    const sha256 = kind !== 'sourcemap' && SHA256.test(key) ? key : undefined;
    try {
      return await this.parts.assemble({ projectId, uploadId }, size, (path) =>
        this.store.store({ ...names, path, sha256 }),
      );
    } catch (error) {
      // Sending the same bytes again would not help.
      if (error instanceof SymbolFileRefusal || isRefusal(error)) await this.#delete(upload);
      // Like a project that does not exist, so that it cannot be used to find out which do.
      if (error instanceof SymbolFileRefusal && error.field === 'project_id') throw notFound();
      if (error instanceof SymbolFileRefusal)
        throw invalidField(error.field ?? (kind === 'sourcemap' ? 'content' : 'file'), error.message);
      throw error;
    }
  }

  async #delete({ projectId, id }: SymbolUpload): Promise<void> {
    await this.parts.delete({ projectId, uploadId: id });
    await this.uploads.delete(id);
  }

  async #find(projectId: string, uploadId: string): Promise<SymbolUpload> {
    return requireFound(await this.uploads.find(projectId, uploadId));
  }

  #checkSize(kind: string, size: number): void {
    const max = kind === 'sourcemap' ? MAX_SOURCE_MAP_BODY_BYTES : this.config.SVC_SYMBOLS_MAX_UPLOAD_BYTES;
    if (size > max) throw new ServiceError('payload_too_large');
  }
}

/** @throws ServiceError invalid_request */
function requireNames(names: FileNames): void {
  try {
    checkNames(names);
  } catch (error) {
    throw error instanceof SymbolFileRefusal ? invalidField(error.field ?? 'file', error.message) : error;
  }
}

function isRefusal(error: unknown): boolean {
  return error instanceof ServiceError && error.httpStatus < 500;
}

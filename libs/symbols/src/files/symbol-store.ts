import { randomUUID } from 'node:crypto';
import { stat } from 'node:fs/promises';
import type { ObjectStore } from '@svc/objects';
import type { Relational, SymbolFile, Transaction } from '@svc/relational';
import { ServiceError } from '@svc/service-error';
import { enqueue } from '@svc/work';
import type { BuildThread } from '../build/build-thread.js';
import type { BuiltSymbolFile } from '../build/build.js';
import { RESYMBOLICATE } from '../resymbolicate.js';
import type { SymbolFileKind } from '../workers/lookup.js';
import { findUploadedFiles, type UploadedFile } from './stored-files.js';

/** An uploaded file and its owner. */
export interface NewSymbolFile {
  readonly projectId: string;
  readonly kind: SymbolFileKind;
  /** Not of a source map, whose body has the names. */
  readonly release: string;
  readonly dist: string;
  readonly filename: string;
  readonly createdBy: string | undefined;
  /** Path on this machine. */
  readonly path: string;
  /** SHA-256 that the sender computed of the file; undefined if it did not. */
  readonly sha256?: string | undefined;
}

export interface StoredFiles {
  /** One for each architecture of an Apple binary, else one. */
  readonly files: readonly SymbolFile[];
  /** Whether anything is new. */
  readonly isNew: boolean;
}

export interface SymbolStoreOptions {
  readonly relational: Relational;
  readonly objects: ObjectStore;
  readonly builder: BuildThread;
  readonly clock: () => number;
  /** Bytes of all files that a project may have, as they were uploaded. */
  readonly maxProjectBytes: number;
}

/** Makes uploaded files searchable and keeps them. */
export class SymbolStore {
  constructor(private readonly options: SymbolStoreOptions) {}

  /**
   * Keeps a file in place of one with the same release, distribution, name and ID. Repeating it changes nothing.
   *
   * @throws SymbolFileRefusal if the file cannot be used; ServiceError quota_exceeded or unavailable.
   */
  async store(file: NewSymbolFile): Promise<StoredFiles> {
    const { size } = await stat(file.path);
    await this.checkQuota(file.projectId, size);
    const { sha256, files, envelope } = await this.options.builder.build(file);
    if (file.sha256 !== undefined && file.sha256 !== sha256)
      throw new ServiceError('invalid_request', { message: 'The file is not the one whose SHA-256 was announced.' });
    const stored: { row: SymbolFile; isNew: boolean }[] = [];
    for (const built of files) stored.push(await this.#keep({ ...file, ...envelope }, built, sha256, size));
    return { files: stored.map(({ row }) => row), isNew: stored.some(({ isNew }) => isNew) };
  }

  /** The files that an earlier upload of the same bytes became. */
  findUploaded(file: UploadedFile): Promise<SymbolFile[]> {
    return findUploadedFiles(this.options.relational.client, file);
  }

  /** @throws ServiceError quota_exceeded if the project has no room for as many bytes. */
  async checkQuota(projectId: string, bytes: number): Promise<void> {
    const { _sum } = await this.options.relational.client.symbolFile.aggregate({
      where: { projectId },
      _sum: { size: true },
    });
    if (Number(_sum.size ?? 0n) + bytes <= this.options.maxProjectBytes) return;
    throw new ServiceError('quota_exceeded', {
      message: 'The symbol files of the project would take more than they may.',
    });
  }

  async #keep(file: NewSymbolFile, built: BuiltSymbolFile, sha256: string, size: number) {
    const { relational, objects, clock } = this.options;
    const { projectId, kind, release, dist, filename } = file;
    const { debugId, arch } = built;
    const identity = { projectId, kind, release, dist, filename, debugId, arch };
    const known = await relational.client.symbolFile.findFirst({ where: { ...identity, sha256 } });
    if (known) {
      // Mends an object that was lost, or written in a format of an earlier version.
      await objects.put(known.objectKey, built.bytes);
      return { row: known, isNew: false };
    }
    const ownKey = `symbols/${projectId}/${sha256}-${randomUUID()}`;
    const shared = await this.#findShared(relational.client, projectId, kind, sha256, debugId, arch);
    if (shared === undefined) await objects.put(ownKey, built.bytes);
    const columns = {
      size: BigInt(size),
      sha256,
      details: { ...built.details },
      createdBy: file.createdBy ?? null,
      createdAt: new Date(clock()),
    };
    const { row, freed } = await relational.client.$transaction(async (tx) => {
      // First, because handlers of jobs lock their job before rows.
      await enqueue(tx, RESYMBOLICATE, { key: projectId, payload: {}, projectId, now: columns.createdAt });
      const objectKey =
        shared === undefined ? ownKey : await this.#findShared(tx, projectId, kind, sha256, debugId, arch);
      if (objectKey === undefined)
        throw new ServiceError('unavailable', { cause: new Error('a shared object was freed') });
      const before = await tx.symbolFile.findFirst({ where: identity, select: { objectKey: true } });
      const stored = await tx.symbolFile.upsert({
        where: { projectId_kind_release_dist_filename_debugId_arch: identity },
        create: { ...identity, ...columns, objectKey },
        update: { ...columns, objectKey },
      });
      const old = before?.objectKey;
      const isUsed = old !== undefined && (await tx.symbolFile.count({ where: { objectKey: old } })) > 0;
      return { row: stored, freed: isUsed ? undefined : old };
    });
    if (freed !== undefined) await objects.delete(freed);
    return { row, isNew: true };
  }

  /** The object of equal content. The row keeps its object until the transaction ends. */
  async #findShared(
    tx: Transaction,
    projectId: string,
    kind: string,
    sha256: string,
    debugId: string,
    arch: string,
  ): Promise<string | undefined> {
    const rows = await tx.$queryRaw<{ object_key: string }[]>`
      SELECT object_key FROM symbol_files
      WHERE project_id = ${projectId}::uuid AND kind = ${kind} AND sha256 = ${sha256}
        AND debug_id = ${debugId} AND arch = ${arch}
      ORDER BY id LIMIT 1 FOR SHARE`;
    return rows[0]?.object_key;
  }
}

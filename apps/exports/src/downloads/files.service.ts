import type { MessageInitShape } from '@bufbuild/protobuf';
import { Inject, Injectable } from '@nestjs/common';
import type { ExportFilesReadRequest, ExportFilesReadResponseSchema } from '@svc/contract';
import type { ObjectStore } from '@svc/objects';
import { readJson, type ExportJob } from '@svc/relational';
import { CLOCK, OBJECT_STORE, type Clock } from '@svc/runtime';
import { notFound, ServiceError, requireFound } from '@svc/service-error';
import type { ExportDefinition } from '../definition/index.js';
import { EXPORTS_OPTIONS, type ExportsOptions } from '../exports.options.js';
import { fileExtension, resultKey } from '../files/export-files.js';
import { ExportJobsRepository } from '../jobs/export-jobs.repository.js';
import { hasExpired, type StoredResult } from '../jobs/job-state.js';
import { servedRange } from './download-range.js';
import { createDownloadTokens, type DownloadGrant, type DownloadTokens } from './download-token.js';
import { DownloadersRepository } from './downloaders.repository.js';
import { Places } from './places.js';

type Part = MessageInitShape<typeof ExportFilesReadResponseSchema>;

const MAX_PART_BYTES = 256 * 1024;
/** Interval at which a long download checks that its export was not revoked. */
const CHECK_MS = 60_000;

const MEDIA_TYPES: Readonly<Record<string, string>> = {
  csv: 'text/csv; charset=utf-8',
  ndjson: 'application/x-ndjson',
  json: 'application/json',
  parquet: 'application/vnd.apache.parquet',
};

/** Streams the files of completed exports to clients with a download address. */
@Injectable()
export class FilesService {
  readonly #tokens: DownloadTokens;
  readonly #places: Places;

  constructor(
    private readonly jobs: ExportJobsRepository,
    private readonly downloaders: DownloadersRepository,
    @Inject(OBJECT_STORE) private readonly objects: ObjectStore,
    @Inject(EXPORTS_OPTIONS) options: ExportsOptions,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {
    this.#tokens = createDownloadTokens(options.secret);
    this.#places = new Places(options.limits.downloadsPerProject);
  }

  /** @throws ServiceError not_found for a file that cannot be had (any more). With the first part: rate_limited for too many downloads. */
  async open(request: ExportFilesReadRequest): Promise<AsyncIterable<Part>> {
    const grant = this.#tokens.verify(request.token);
    const job = grant && (await this.#find(grant));
    if (!job) throw notFound();
    return this.#stream(request, grant, job);
  }

  /** The export, if its file can be had by the holder of the grant now. */
  async #find(grant: DownloadGrant): Promise<ExportJob | undefined> {
    const now = this.clock();
    if (grant.expiresAtMs <= now) return undefined;
    const job = await this.jobs.find(grant.projectId, grant.jobId);
    if (job?.status !== 'completed' || hasExpired(job, now) || job.deletedAt !== null) return undefined;
    if ((job.result as StoredResult | null)?.sha256 !== grant.sha256) return undefined;
    return (await this.downloaders.mayStillDownload(grant, new Date(now))) ? job : undefined;
  }

  /** The place is taken here, because a stream that is never read from does not end either. */
  async *#stream(request: ExportFilesReadRequest, grant: DownloadGrant, job: ExportJob): AsyncGenerator<Part> {
    if (!this.#places.take(job.projectId))
      throw new ServiceError('rate_limited', {
        message: 'The project has as many downloads as it may.',
        retryAfterSeconds: 10,
      });
    try {
      const { bytes, sha256 } = readJson<StoredResult>(job.result);
      const size = BigInt(bytes);
      const extension = fileExtension(job, readJson<ExportDefinition>(job.definition));
      const range = servedRange(request, { size, sha256 });
      const header = { filename: filename(job, extension), mediaType: MEDIA_TYPES[extension] ?? '', size, sha256 };
      yield { part: { case: 'header', value: { ...header, ...range } } };
      if (request.headerOnly || range.start >= range.end) return;
      const key = resultKey(job, extension);
      const body = requireFound(await this.objects.get(key, { start: Number(range.start), end: Number(range.end) }));
      try {
        yield* this.#pieces(body.stream, grant);
      } finally {
        body.stream.destroy();
      }
    } finally {
      this.#places.giveBack(job.projectId);
    }
  }

  /** Streams the file. A started download continues beyond the expiry of its address, but not after a revocation. */
  async *#pieces(stream: AsyncIterable<Uint8Array>, grant: DownloadGrant): AsyncGenerator<Part> {
    let checkAt = this.clock() + CHECK_MS;
    for await (const chunk of stream) {
      for (let at = 0; at < chunk.length; at += MAX_PART_BYTES)
        yield { part: { case: 'data', value: chunk.subarray(at, at + MAX_PART_BYTES) } };
      const now = this.clock();
      if (now < checkAt) continue;
      if (!(await this.#find({ ...grant, expiresAtMs: Infinity }))) throw notFound();
      checkAt = now + CHECK_MS;
    }
  }
}

/** `logs-2026-11-23-….csv`: signal, day, and the first digits of the ID, which distinguish exports of one day. */
function filename({ signal, createdAt, id }: ExportJob, extension: string): string {
  return `${signal}-${createdAt.toISOString().slice(0, 10)}-${id.slice(0, 8)}.${extension}`;
}

import type { LargeContent } from '../../content/large-contents.js';
import { ErrorCollector } from '../../errors/collector.js';
import type { ErrorRow } from '../../errors/error-row.js';
import { ErrorTable } from '../../errors/error-table.js';
import type { NativeBlock, TableBuilder } from '../../native/block.js';
import { ByteBuffer } from '../../native/byte-buffer.js';
import type { IsKnown, KnownKeys, SeenKey } from '../../resource/known-keys.js';
import { ResourceTable } from '../../resource/resource-table.js';
import { Resource } from '../../resource/resource.js';
import { Scope } from '../../resource/scope.js';
import { TimeBounds } from '../../rules.js';
import type { RequestContext, Signal } from '../../signal.js';
import { UsageTable } from '../../usage/usage-table.js';
import { envelopePaths, walkEnvelope, type EnvelopePaths, type EnvelopeVisitor } from '../../wire/envelope.js';
import { WireReader } from '../../wire/reader.js';

/**
 * Called once for each metric of a request with series that may not be stored yet; the result decides for each of them
 * whether it is admitted. `day` is the day of receipt, in days since the epoch.
 */
export type SeriesAdmission = (projectNumber: number, metricName: string, day: number) => (hash: bigint) => boolean;

export interface BlockEncoderOptions {
  readonly isKnown: IsKnown;
  /** If undefined, every series is stored. */
  readonly admission?: SeriesAdmission;
}

export interface EncodedBlocks {
  /**
   * One block for each table that has rows; the keyed tables (`resources`, `metric_series`) first, so that a row is never visible
   * without the row that its hash refers to, and usage last. The bytes are in the memory of the encoder and valid until `reset`.
   */
  readonly blocks: readonly NativeBlock[];
  /** Keys whose rows are in the blocks. Mark them known only after the blocks are stored. */
  readonly seen: readonly SeenKey[];
}

/**
 * Encodes logged requests of one signal into one block per table, across projects. The same requests in the same order give the same bytes,
 * as long as `isKnown` returns the same results.
 */
export interface BlockEncoder {
  /** The errors that the requests so far report. Several may report one throw. */
  readonly errors: readonly ErrorRow[];
  /**
   * Large values of prompts and answers so far. Their rows have the values, unless `objectKey` is set before `finish`: the caller has then
   * stored them as objects.
   */
  readonly largeContents: readonly LargeContent[];
  /** Whether the requests so far, including refused ones, have AI work from which runs are assembled: spans, or results of evaluations. */
  readonly hasAiWork: boolean;
  /** Number of rows so far, in all tables except `errors`, `ai_content` and `usage_hours`. */
  readonly rows: number;
  /** Size of the blocks so far; an estimate that is never too low. */
  readonly bytes: number;
  /** Appends a request that `skim` accepted. Throws `invalid_request` for a malformed one and adds nothing of it. */
  add(body: Uint8Array, request: RequestContext): void;
  /**
   * Writes the blocks. Call `reset` before the next `add`.
   *
   * @param errors the errors that get a row; all by default.
   */
  finish(errors?: readonly ErrorRow[]): EncodedBlocks;
  reset(): void;
}

/** A part of an encoder, besides tables and keys, that drops the rows of a request that fails. */
interface Part {
  mark(): void;
  rollback(): void;
  reset(): void;
}

const NO_REQUEST: RequestContext = { projectNumber: 0, retentionDays: 0, receivedAtNs: 0n, partition: 0, offset: 0 };

/** The common part of the encoders of all signals: the envelope, the current resource and scope, and the lifecycle of the tables. */
export abstract class EnvelopeEncoder implements BlockEncoder, EnvelopeVisitor {
  protected readonly reader = new WireReader();
  protected readonly bounds = new TimeBounds();
  protected readonly currentScope = new Scope();
  protected readonly currentResource = new Resource();
  protected readonly paths: EnvelopePaths;
  /** Day and second of receipt of the current request, since the epoch. */
  protected day = 0;
  protected receivedSeconds = 0;
  protected request: RequestContext = NO_REQUEST;
  protected readonly usage: UsageTable;
  /** Whether texts of the current request are redacted. */
  protected redacts = false;
  /** Whether the current resource has rows; otherwise its own row is not written. */
  private resourceIsUsed = false;
  protected aiWork = false;
  private readonly resources: ResourceTable;
  protected readonly reported = new ErrorCollector();
  private readonly errorTable = new ErrorTable();
  private readonly output = new ByteBuffer(1 << 16);

  protected constructor(signal: Signal, options: BlockEncoderOptions) {
    this.paths = envelopePaths(signal);
    this.resources = new ResourceTable(options.isKnown);
    this.usage = new UsageTable(signal);
  }

  protected abstract readonly tables: readonly TableBuilder[];
  /** Keys of tables other than `resources`. */
  protected readonly keys: readonly KnownKeys[] = [];
  protected readonly further: readonly Part[] = [];
  protected abstract requestStart(): void;
  protected abstract requestEnd(): void;
  /** Fills the columns that all rows of a scope share; returns the number of rows of the scope. */
  protected abstract completeScope(): number;
  abstract item(start: number, end: number): void;

  get largeContents(): readonly LargeContent[] {
    return [];
  }

  get hasAiWork(): boolean {
    return this.aiWork;
  }

  get errors(): readonly ErrorRow[] {
    return this.reported.rows;
  }

  get rows(): number {
    return this.tables.reduce((total, table) => total + table.rows, this.resources.table.rows);
  }

  get bytes(): number {
    const others = this.resources.table.byteLength + this.usage.byteLength;
    return this.tables.reduce((total, table) => total + table.byteLength, others);
  }

  add(body: Uint8Array, request: RequestContext): void {
    this.#mark();
    this.request = request;
    this.redacts = request.redacts === true;
    this.bounds.set(request);
    this.receivedSeconds = Number(request.receivedAtNs / 1_000_000_000n);
    this.day = Math.floor(this.receivedSeconds / 86_400);
    this.reader.reset(body);
    this.usage.requestStart();
    try {
      this.requestStart();
      walkEnvelope(this.reader, this.paths, this);
      this.requestEnd();
      this.usage.requestEnd(request, this.receivedSeconds, body.byteLength);
    } catch (error) {
      this.#rollback();
      throw error;
    } finally {
      this.reader.release();
    }
  }

  resource(start: number, end: number): void {
    this.currentResource.read(this.reader, start, end, this.paths.resource, this.redacts);
    this.resourceIsUsed = false;
  }

  scope(start: number, end: number): void {
    this.currentScope.read(this.reader, start, end, this.paths.scope);
    this.reported.scopeStart();
  }

  scopeEnd(): void {
    if (this.completeScope() === 0 || this.resourceIsUsed) return;
    this.resourceIsUsed = true;
    this.resources.observe(
      this.reader,
      this.currentResource,
      this.request.projectNumber,
      this.day,
      this.receivedSeconds,
    );
  }

  finish(errors: readonly ErrorRow[] = this.errors): EncodedBlocks {
    this.usage.complete();
    for (const error of errors) this.errorTable.append(error);
    const filled = [this.resources.table, ...this.tables, this.errorTable.table, this.usage.table].filter(
      ({ rows }) => rows > 0,
    );
    this.output.clear();
    this.output.reserve(filled.reduce((total, { byteLength }) => total + byteLength, 0));
    const ends = filled.map((table) => {
      table.write(this.output);
      return this.output.length;
    });
    const blocks = filled.map(({ name, columnNames, rows }, index) => ({
      table: name,
      columns: columnNames,
      rows,
      bytes: this.output.bytes.subarray(ends[index - 1] ?? 0, ends[index]),
    }));
    return { blocks, seen: [this.resources.keys, ...this.keys].flatMap(({ seen }) => seen) };
  }

  reset(): void {
    for (const part of this.#parts()) part.reset();
    this.errorTable.table.reset();
    this.usage.reset();
    this.aiWork = false;
  }

  #mark(): void {
    for (const part of this.#parts()) part.mark();
  }

  #rollback(): void {
    for (const part of this.#parts()) part.rollback();
  }

  #parts(): readonly Part[] {
    return [this.resources.table, this.resources.keys, ...this.tables, ...this.keys, ...this.further, this.reported];
  }
}

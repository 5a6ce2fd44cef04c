import type { FileFormat } from '@svc/columnar';
import { ServiceError } from '@svc/errors';
import type { ObjectStore } from '@svc/objects';
import type { Sql } from '@svc/reading/statement';
import type { ExportFormat } from '../definition/export-definition.js';
import { readFooter } from './assembly/parts.js';
import { partName, percentOf, toCheckpoint, type Progress } from './checkpoint.js';
import { fewerRows, nextBounds, rowsPerPart, START, toStep, type Cursor } from './chunks/plan.js';
import type { ChunkBounds } from './chunks/stage.js';
import { CsvRows, LineRows } from './chunks/row-counter.js';
import { parseFooter } from './parquet/footer.js';
import type { WriteContext } from './export-files.js';
import type { ExportReader } from './export-reader.js';
import type { SourceStage } from './signals/index.js';

export const FILE_FORMATS: Readonly<Record<ExportFormat, FileFormat>> = {
  csv: 'csv',
  json: 'lines',
  parquet: 'parquet',
};

export interface PartSource {
  readonly stages: readonly SourceStage[];
  /** The list behind SELECT, for each stage. */
  readonly selected: readonly Sql[];
  readonly format: ExportFormat;
}

/** Writes the rows of an export as parts, each of which is stored before its checkpoint is. */
export class PartWriter {
  constructor(
    private readonly objects: ObjectStore,
    private readonly prefix: string,
    private readonly reader: ExportReader,
    private readonly source: PartSource,
    private readonly context: WriteContext,
  ) {}

  /** @returns the progress with everything read. */
  async writeAll(from: Progress): Promise<Progress> {
    let progress = from;
    while (progress.cursor) {
      this.context.signal.throwIfAborted();
      progress = await this.#writeNext(progress, progress.cursor);
    }
    return progress;
  }

  async #writeNext(progress: Progress, cursor: Cursor): Promise<Progress> {
    const stage = this.source.stages[cursor.stage];
    const columns = this.source.selected[cursor.stage];
    if (!stage || !columns) throw new TypeError('The checkpoint of an export names an unknown stage.');
    const searched = nextBounds(stage, cursor);
    try {
      const step = toStep(stage, cursor, searched, await this.reader.findEnd(stage, searched, cursor.rows));
      const next = step.next ?? this.#nextStage(cursor);
      if (step.chunk) return await this.#writePart(progress, this.#bytes(stage, step.chunk, columns), next);
      if (next) return { ...progress, cursor: next };
      // Parquet has its columns in the file, so there is a part even without rows.
      if (progress.parts === 0 && this.source.format === 'parquet')
        return await this.#writePart(progress, this.reader.emptyFile(stage, columns, 'parquet'), null);
      return await this.#commit({ ...progress, cursor: null });
    } catch (error) {
      const rows = isTooExpensive(error) ? fewerRows(cursor.rows) : undefined;
      if (rows === undefined) throw error;
      return { ...progress, cursor: { ...cursor, rows } };
    }
  }

  #nextStage({ stage, rows }: Cursor): Cursor | null {
    return stage + 1 < this.source.stages.length ? { ...START, stage: stage + 1, rows } : null;
  }

  #bytes(stage: SourceStage, chunk: ChunkBounds, columns: Sql): AsyncIterable<Uint8Array> {
    return this.reader.file(stage, chunk, columns, FILE_FORMATS[this.source.format]);
  }

  async #writePart(progress: Progress, source: AsyncIterable<Uint8Array>, next: Cursor | null): Promise<Progress> {
    const parts = progress.parts + 1;
    const key = this.prefix + partName(parts, progress.runs);
    const written = await this.#store(key, source);
    const rows = rowsPerPart(written.rows, written.bytes);
    return this.#commit({
      ...progress,
      cursor: next && { ...next, rows: Math.min(rows, next.rows * 2) },
      parts,
      rows: progress.rows + written.rows,
      bytes: progress.bytes + written.bytes,
    });
  }

  async #store(key: string, source: AsyncIterable<Uint8Array>): Promise<{ rows: number; bytes: number }> {
    if (this.source.format === 'parquet') {
      const bytes = await this.objects.put(key, source);
      return { bytes, rows: Number(parseFooter((await readFooter(this.objects, key)).footer).rows) };
    }
    const counter = this.source.format === 'csv' ? new CsvRows() : new LineRows();
    const bytes = await this.objects.put(key, counted(source, counter));
    return { bytes, rows: counter.rows };
  }

  async #commit(progress: Progress): Promise<Progress> {
    this.context.signal.throwIfAborted();
    const written = { rows: BigInt(progress.rows), bytes: BigInt(progress.bytes), percent: percentOf(progress) };
    await this.context.commit(toCheckpoint(progress), written);
    return progress;
  }
}

async function* counted(source: AsyncIterable<Uint8Array>, counter: CsvRows | LineRows) {
  for await (const bytes of source) {
    counter.add(bytes);
    yield bytes;
  }
}

const isTooExpensive = (error: unknown): boolean =>
  error instanceof ServiceError && error.code === 'query_too_expensive';

import type { FileFormat } from '@svc/columnar';
import type { ObjectStore } from '@svc/objects';
import type { Sql } from '@svc/reading/statement';
import type { ExportFormat } from '../../definition/export-definition.js';
import { readFooter } from '../assembly/joined-parts.js';
import { nextBounds, START, toStep, type Cursor } from '../chunks/plan.js';
import { CsvRows, LineRows } from '../chunks/row-counter.js';
import { parseFooter } from '../parquet/footer.js';
import type { SourceStage } from '../signals/index.js';
import type { ExportReader, WritableFile } from './export-reader.js';

const FILE_FORMATS: Readonly<Record<ExportFormat, FileFormat>> = { csv: 'csv', json: 'lines', parquet: 'parquet' };

export interface PartSource {
  readonly stages: readonly SourceStage[];
  /** The SELECT list of each stage. */
  readonly selected: readonly Sql[];
  readonly format: ExportFormat;
}

export interface StoredPart {
  readonly rows: number;
  readonly bytes: number;
}

/** The end of a chunk. */
export interface Plan {
  /** False if there is nothing to write before `next`. */
  readonly hasPart: boolean;
  /** Null after the last chunk. */
  readonly next: Cursor | null;
}

/** A chunk whose end is searched and whose rows are then stored as a part. */
export interface Part {
  readonly planned: Promise<Plan>;
  /** Undefined if there was nothing to write. */
  readonly stored: Promise<StoredPart | undefined>;
  /** Ends the work and removes everything that it has stored. */
  abandon(): Promise<void>;
}

/** Writes single parts of an export. */
export class Parts {
  constructor(
    private readonly objects: ObjectStore,
    private readonly reader: ExportReader,
    private readonly source: PartSource,
  ) {}

  /** @param isFirst whether no part precedes it: Parquet has its columns in the file, so there is a part even without rows. */
  begin(key: string, cursor: Cursor, limit: number, isFirst: boolean): Part {
    const abandoned = new AbortController();
    const searched = this.#search(cursor, limit, isFirst, abandoned.signal);
    const planned = searched.then<Plan>(({ file, next }) => ({ hasPart: file !== undefined, next }));
    const stored = searched.then(({ file }) => file && this.#store(key, file, abandoned.signal));
    // Handles failures of a part that is not awaited at that moment.
    for (const each of [planned, stored]) each.catch(() => undefined);
    return {
      planned,
      stored,
      abandon: async () => {
        abandoned.abort();
        const part = await stored.catch(() => undefined);
        if (part) await this.objects.delete(key);
      },
    };
  }

  async #search(cursor: Cursor, limit: number, isFirst: boolean, signal: AbortSignal) {
    const stage = this.source.stages[cursor.stage];
    const columns = this.source.selected[cursor.stage];
    if (!stage || !columns) throw new TypeError('The checkpoint of an export names an unknown stage.');
    const options = { columns, format: FILE_FORMATS[this.source.format], signal };
    const searched = nextBounds(stage, cursor);
    const step = toStep(stage, cursor, searched, await this.reader.findEnd(stage, searched, limit), limit);
    const next = step.next ?? this.#nextStage(cursor);
    if (step.chunk) return { file: this.reader.file(stage, step.chunk, options), next };
    const isEmpty = next === null && isFirst && this.source.format === 'parquet';
    return { file: isEmpty ? this.reader.emptyFile(stage, options) : undefined, next };
  }

  #nextStage({ stage }: Cursor): Cursor | null {
    return stage + 1 < this.source.stages.length ? { ...START, stage: stage + 1 } : null;
  }

  async #store(key: string, file: WritableFile, signal: AbortSignal): Promise<StoredPart> {
    const { format } = this.source;
    const counter = format === 'parquet' ? undefined : format === 'csv' ? new CsvRows() : new LineRows();
    const bytes = await file(this.objects, key, (some) => {
      signal.throwIfAborted();
      counter?.add(some);
    });
    if (counter) return { bytes, rows: counter.rows };
    return { bytes, rows: Number(parseFooter((await readFooter(this.objects, key)).footer).rows) };
  }
}

import { createHash, randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { ColumnStore } from '@svc/columnar';
import type { ObjectStore } from '@svc/objects';
import { compileSearch } from '@svc/reading/search-language';
import { ERROR_FIELDS, LOG_FIELDS, SPAN_FIELDS } from '@svc/reading/signals';
import { Scope } from '@svc/reading/statement';
import { fromMilliseconds, NANOSECONDS_PER_DAY, type TimeRange } from '@svc/reading/time';
import { COLUMN_STORE, OBJECT_STORE } from '@svc/runtime';
import { withPaths } from '@svc/service-error';
import type { ExportDefinition, ExportSignal } from '../definition/export-definition.js';
import { joinedParquet, joinedRows } from './assembly/joined-parts.js';
import { manifestKey, readManifest, toManifest } from './assembly/manifest.js';
import { rowsFile } from './assembly/rows-file.js';
import { begin, partName, readProgress, type Progress } from './checkpoint.js';
import { engineName, selectedColumns, type ExportColumn } from './columns/export-column.js';
import {
  ExportFiles,
  exportPrefix,
  fileExtension,
  resultKey,
  type ExportResult,
  type WritableExport,
  type WriteContext,
} from './export-files.js';
import { ExportReader } from './parts/export-reader.js';
import { PartWriter } from './parts/part-writer.js';
import { Parts } from './parts/parts.js';
import { checkColumns, chosenColumns } from './signals/chosen-columns.js';
import { SOURCES } from './signals/index.js';

const SEARCHED: Partial<Record<ExportSignal, typeof LOG_FIELDS>> = {
  logs: LOG_FIELDS,
  traces: SPAN_FIELDS,
  errors: ERROR_FIELDS,
};
/** A search is checked before there is a job, so for no project; its statement is never run. */
const CHECKED_SCOPE = Scope.of({ id: 'check', number: 1, retentionDays: 1 });

/** Exports as files of the object store. */
@Injectable()
export class StoredExportFiles extends ExportFiles {
  constructor(
    @Inject(COLUMN_STORE) private readonly columns: ColumnStore,
    @Inject(OBJECT_STORE) private readonly objects: ObjectStore,
  ) {
    super();
  }

  check(definition: ExportDefinition): void {
    checkColumns(definition, SOURCES[definition.signal]);
    const fields = SEARCHED[definition.signal];
    if (!fields) return;
    try {
      compileSearch(definition.filter, fields, CHECKED_SCOPE);
    } catch (error) {
      throw withPaths(error, (path) => `query.${path}`);
    }
  }

  async write(job: WritableExport, context: WriteContext): Promise<ExportResult> {
    const prefix = exportPrefix(job);
    const found = readProgress(job.checkpoint);
    if (!found) await this.#deleteObjects(prefix);
    const published = found?.cursor === null ? await readManifest(this.objects, prefix) : undefined;
    if (published) {
      await this.#deleteObjects(`${prefix}parts/`);
      return published;
    }
    const scope = Scope.of({ id: job.projectId, number: job.projectNumber, retentionDays: job.retentionDays });
    const cutoffNs = fromMilliseconds(job.cutoff.getTime());
    const { definition } = job;
    const window = storedWindow(definition, cutoffNs, scope);
    const stages = SOURCES[definition.signal].stages({ scope, definition, window, cutoffNs });
    const reader = new ExportReader(this.columns, scope, context.signal);
    const begun = found ?? (await this.#begin(definition, reader, stages, context));
    const columns = stages.map((stage) => chosenColumns(definition, stage, begun.flattened));
    const format = job.type as 'csv' | 'json' | 'parquet';
    const style = { format, escapesFormulas: definition.options.escape_formulas };
    const source = { stages, format, selected: columns.map((chosen) => selectedColumns(chosen, style)) };
    const run = { id: randomUUID().slice(0, 8), first: begun.parts + 1 };
    const writer = new PartWriter(prefix, new Parts(this.objects, reader, source), context);
    const progress = await writer.writeAll(begun.cursor ? { ...begun, runs: [...begun.runs, run] } : begun);
    return this.#publish(job, progress, columns[0] ?? [], context.signal);
  }

  async #begin(
    definition: ExportDefinition,
    reader: ExportReader,
    stages: Parameters<ExportReader['count']>[0],
    context: WriteContext,
  ): Promise<Progress> {
    const estimate = await reader.count(stages);
    if (estimate !== null) await context.estimated(BigInt(estimate));
    return begin(estimate, definition.options.flatten_attributes ? await reader.attributeNames(stages) : []);
  }

  /** Puts the file together. Every worker with this progress makes the same bytes, so it does no harm if two of them do. */
  async #publish(
    job: WritableExport,
    progress: Progress,
    columns: readonly ExportColumn[],
    signal: AbortSignal,
  ): Promise<ExportResult> {
    const prefix = exportPrefix(job);
    const { definition, type } = job;
    const keys = Array.from({ length: progress.parts }, (_, index) => prefix + partName(index + 1, progress.runs));
    const names = columns.map(({ name }) => name);
    const pieces =
      type === 'parquet'
        ? joinedParquet(this.objects, keys, new Map(names.map((name, index) => [engineName(index), name])))
        : joinedRows(this.objects, keys, rowsFile(type === 'csv' ? 'csv' : 'json', definition.options, names));
    const hash = createHash('sha256');
    const size = await this.objects.join(resultKey(job, fileExtension(job, definition)), pieces, (some) => {
      signal.throwIfAborted();
      hash.update(some);
    });
    const result = {
      rows: BigInt(progress.rows),
      bytes: BigInt(size),
      sha256: hash.digest('hex'),
      parts: progress.parts,
    };
    signal.throwIfAborted();
    await this.objects.put(manifestKey(prefix), toManifest(job, columns, result));
    await this.#deleteObjects(`${prefix}parts/`);
    return result;
  }

  async #deleteObjects(prefix: string): Promise<void> {
    for await (const { key } of this.objects.list(prefix)) await this.objects.delete(key);
  }
}

/** The window without the part that retention has already deleted, which would only be empty slices. */
function storedWindow({ window }: ExportDefinition, cutoffNs: bigint, scope: Scope): TimeRange {
  const oldest = cutoffNs - scope.retention - NANOSECONDS_PER_DAY;
  if (!window) return { from: oldest, to: cutoffNs };
  const [from, to] = [BigInt(window.from), BigInt(window.to)];
  return { from: from > oldest ? from : oldest, to: to > oldest ? to : oldest };
}

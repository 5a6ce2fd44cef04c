import type { ProjectReader } from '@svc/reading/project-reader';
import type { Sql } from '@svc/reading/statement';
import { isEmpty, type TimeRange } from '@svc/reading/time';
import { selectFields, type FieldRow, type FieldSource, type SampledRecords } from './fields.query.js';
import { listedTwice, replaceRenamed } from './renamed-attributes.js';
import { selectRenamedFields } from './renamed-fields.query.js';

/** All values of every record are counted, so records are expensive; this many take a third of a second. */
export const FIELD_SAMPLE = 20_000;
const VALUES = 10;
/** Some senders put IDs into names; a longer list is of no use. */
export const MAX_FIELDS = 500;

export interface FieldReading {
  readonly source: FieldSource;
  readonly records: SampledRecords;
  /** The time of the oldest record of the sample, and the number of its records. */
  readonly sampleStart: Sql<{ readonly start: string; readonly records: string }>;
  /** Number of records in the window, sampled or not. */
  readonly total: Sql<{ readonly records: string }>;
  readonly prefix?: string;
  readonly limit?: number;
}

export interface FoundFields {
  readonly rows: readonly FieldRow[];
  /** Number of records that were read. */
  readonly scanned: number;
  /** Number of matching records. */
  readonly total: number;
  /** Whether there are more fields. */
  readonly isTruncated: boolean;
}

/** The fields of the newest records of a window. */
export async function readFields(reading: FieldReading, reader: ProjectReader): Promise<FoundFields> {
  const { source, records, prefix = '', limit = MAX_FIELDS } = reading;
  if (isEmpty(records.range)) return { rows: [], scanned: 0, total: 0, isTruncated: false };
  const [found] = await reader.rows(reading.sampleStart);
  const scanned = Number(found?.records ?? 0);
  if (scanned === 0) return { rows: [], scanned, total: 0, isTruncated: false };
  const range: TimeRange = { from: BigInt(found?.start ?? 0), to: records.range.to };
  const sample = { ...records, range };
  const [rows, [counted]] = await Promise.all([
    reader.rows(selectFields(source, sample, { values: VALUES, limit: limit + 1, prefix })),
    scanned < records.sample ? [{ records: scanned }] : reader.rows(reading.total),
  ]);
  const total = Math.max(scanned, Number(counted?.records ?? 0));
  const merged = await mergeNames(source, sample, rows.slice(0, limit), reader);
  return { rows: merged, scanned, total, isTruncated: rows.length > limit };
}

/**
 * One row for each renamed attribute. Only those that the records have under several names are counted again, because the engine would take
 * half as long again to look up the name of every attribute of every record.
 */
async function mergeNames(
  source: FieldSource,
  sample: SampledRecords,
  rows: readonly FieldRow[],
  reader: ProjectReader,
): Promise<FieldRow[]> {
  const twice = listedTwice(rows);
  if (twice.length === 0) return replaceRenamed(rows, []);
  const merged = await reader.rows(selectRenamedFields(source, sample, twice, { values: VALUES, limit: twice.length }));
  return replaceRenamed(rows, merged).sort(
    (a, b) =>
      SOURCES.indexOf(a.source) - SOURCES.indexOf(b.source) ||
      Number(b.records) - Number(a.records) ||
      (a.name < b.name ? -1 : 1),
  );
}

const SOURCES: readonly FieldRow['source'][] = ['field', 'attribute', 'resource'];

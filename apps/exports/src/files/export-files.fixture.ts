import type { ObjectStore } from '@svc/objects';
import type { ExportDefinition } from '../definition/export-definition.js';
import {
  fileExtension,
  resultKey,
  type ExportFiles,
  type ExportResult,
  type WritableExport,
  type WriteContext,
} from './export-files.js';

const PROJECT = '0190a5a8-0000-7000-8000-000000000001';

export const NO_OPTIONS = { json_array: false, escape_formulas: false, bom: false, flatten_attributes: false } as const;

/** A week up to the time of the specs, unless said otherwise. */
export function testDefinition(given: Partial<ExportDefinition> & Pick<ExportDefinition, 'signal'>): ExportDefinition {
  return {
    filter: '',
    service_name: '',
    environment: '',
    level: '',
    metric: '',
    event: '',
    window: given.signal === 'persons' ? null : { from: '1794700000000000000', to: '1795300000000000000' },
    columns: null,
    options: NO_OPTIONS,
    ...given,
  };
}

let jobs = 0;

/** A job as the runner hands it over for its first attempt. */
export function testJob(type: 'csv' | 'json' | 'parquet', definition: ExportDefinition): WritableExport {
  return {
    id: `0190a5a8-0000-7000-9000-${String(++jobs).padStart(12, '0')}`,
    projectId: PROJECT,
    projectNumber: 1,
    retentionDays: 36_500,
    type,
    signal: definition.signal,
    definition,
    // Late enough for everything that a spec has stored.
    cutoff: new Date('2100-01-01T00:00:00Z'),
    checkpoint: null,
  } as WritableExport;
}

/** A context that keeps the last checkpoint, as the table of jobs does. */
export class RecordedContext implements WriteContext {
  readonly percents: number[] = [];
  checkpoint: WritableExport['checkpoint'] = null;

  /** @param before is called before something is recorded, and may throw as a killed process would end. */
  constructor(
    readonly signal: AbortSignal = new AbortController().signal,
    private readonly before: () => void = () => undefined,
  ) {}

  commit(checkpoint: object, { percent }: { readonly percent: number }): Promise<void> {
    this.before();
    this.percents.push(percent);
    this.checkpoint = JSON.parse(JSON.stringify(checkpoint)) as WritableExport['checkpoint'];
    return Promise.resolve();
  }

  estimated(): Promise<void> {
    return Promise.resolve();
  }
}

export const writeWhole = (files: ExportFiles, job: WritableExport): Promise<ExportResult> =>
  files.write(job, new RecordedContext());

export async function exportedFile(store: ObjectStore, job: WritableExport): Promise<Buffer> {
  const object = await store.get(resultKey(job, fileExtension(job, job.definition)));
  const chunks: Uint8Array[] = [];
  for await (const chunk of object?.stream ?? []) chunks.push(chunk as Uint8Array);
  return Buffer.concat(chunks);
}

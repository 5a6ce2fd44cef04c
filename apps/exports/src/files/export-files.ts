import type { ExportJob } from '@svc/relational';
import type { ExportDefinition } from '../definition/export-definition.js';

/** The file of a finished export. It is stored as JSON, so that numbers of 64 bits are texts. */
export interface ExportResult {
  readonly rows: bigint;
  readonly bytes: bigint;
  /** 64 lowercase hexadecimal digits. */
  readonly sha256: string;
  /** Number of the parts that it was made of. */
  readonly parts: number;
}

/** The state from which a writer resumes: plain JSON that only the writer understands. */
export type Checkpoint = Readonly<Record<string, unknown>>;

export interface WrittenSoFar {
  readonly rows: bigint;
  readonly bytes: bigint;
  /** 0 to 100. */
  readonly percent: number;
}

export interface WriteContext {
  /** Aborts when the export is cancelled or another worker has it. Nothing may be stored afterwards. */
  readonly signal: AbortSignal;
  /**
   * Records a stored part, so that a worker that takes over continues after it.
   *
   * @throws an error that the writer must not catch if the export is no longer this worker's, or has reached a limit.
   */
  readonly commit: (checkpoint: Checkpoint, written: WrittenSoFar) => Promise<void>;
  /** Records how many rows there are to write, once they are counted. */
  readonly estimated: (rows: bigint) => Promise<void>;
}

/** The job that a writer works on, and its definition. */
export type WritableExport = Omit<ExportJob, 'definition'> & { readonly definition: ExportDefinition };

/** Reads the rows of an export and writes them to the object store. The injection token of its only implementation. */
export abstract class ExportFiles {
  /**
   * Checks constraints that the form of a definition cannot express: the search is valid and the columns exist.
   *
   * @throws ServiceError invalid_request with the path `query.q` or `query.columns`.
   */
  abstract check(definition: ExportDefinition): void;

  /**
   * Writes the file, from the beginning if `job.checkpoint` is null. After it resolves, the objects of the result are
   * stored and its parts are deleted. A rejection with `unavailable`, `timeout`, `concurrency_limited` or an error that
   * is not a ServiceError is repeated later.
   */
  abstract write(job: WritableExport, context: WriteContext): Promise<ExportResult>;
}

/** All objects of an export begin with this. */
export function exportPrefix({ projectId, id }: Pick<ExportJob, 'projectId' | 'id'>): string {
  return `exports/${projectId}/${id}/`;
}

/** The file that clients download. */
export function resultKey(job: Pick<ExportJob, 'projectId' | 'id'>, extension: string): string {
  return `${exportPrefix(job)}result.${extension}`;
}

/** `ndjson` for JSON by lines, else the name of the format. */
export function fileExtension(
  { type }: Pick<ExportJob, 'type'>,
  { options }: Pick<ExportDefinition, 'options'>,
): string {
  return type === 'json' && !options.json_array ? 'ndjson' : type;
}

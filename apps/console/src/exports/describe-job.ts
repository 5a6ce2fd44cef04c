import type { ExportJob } from '../gen/api.js';
import { formatBytes, formatCount } from '../time/amounts.js';
import { formatDateTime } from '../time/format.js';
import type { Tone } from '../ui/controls/badge.js';

const ENDED: ReadonlySet<string> = new Set(['completed', 'failed', 'cancelled']);
const TONES: Readonly<Record<string, Tone>> = {
  pending: 'neutral',
  running: 'info',
  retrying: 'warn',
  completed: 'ok',
  failed: 'danger',
  cancelled: 'neutral',
};

export function toneOf({ status }: Pick<ExportJob, 'status'>): Tone {
  return TONES[status] ?? 'neutral';
}

export function hasEnded({ status }: Pick<ExportJob, 'status'>): boolean {
  return ENDED.has(status);
}

/** The rows and bytes of a result, or of what has been written so far. */
export function describeAmount({ result, progress }: Pick<ExportJob, 'result' | 'progress'>): string {
  if (result) return `${formatCount(result.rows, 'short')} rows, ${formatBytes(result.bytes)}`;
  if (!progress || progress.rows_written === 0) return '–';
  const estimated =
    progress.rows_estimated === undefined ? '' : ` of about ${formatCount(progress.rows_estimated, 'short')}`;
  return `${formatCount(progress.rows_written, 'short')}${estimated} rows, ${formatBytes(progress.bytes_written)}`;
}

/** Why a job is in its state, or what happens next. */
export function explainJob(job: ExportJob, zone: string): string {
  const { status, error, attempt_count: attempts, result_expired: isExpired, result_expires_at: expires } = job;
  switch (status) {
    case 'pending':
      return 'It waits for others to end.';
    case 'retrying':
      return `Attempt ${attempts} has failed${error ? `: ${error.message}` : ''}. It is retried automatically.`;
    case 'failed':
      return error?.message ?? 'It has failed.';
    case 'completed':
      if (isExpired) return 'The file has been deleted, because its time was over.';
      return expires === undefined
        ? ''
        : `The file is deleted at ${formatDateTime(expires, zone, { precision: 'minute' })}.`;
    case 'cancelled':
      return 'It has no file.';
    default:
      return '';
  }
}

/** Why the file of a completed export cannot be downloaded; undefined if it can. */
export function whyNoDownload(job: ExportJob, mayDownload: boolean): string | undefined {
  if (job.result_expired) return 'The file has been deleted.';
  return mayDownload ? undefined : 'Your role does not have export:download, which owners and admins have.';
}

/** The query of an export in one line, without its times. */
export function describeQuery(query: ExportJob['query'] = {}): string {
  return Object.entries(query)
    .filter(([name]) => !['signal', 'start_time', 'end_time'].includes(name))
    .map(([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join(', ');
}

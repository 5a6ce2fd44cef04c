import type { Context } from '../command/command.js';
import { noteReconnect } from '../print/event.js';
import { Failure, usageError } from '../runtime/failure.js';
import { isObject, type JsonObject } from '../runtime/values/json.js';
import { pollExport } from './poll-export.js';
import { ProgressBar } from './progress-bar.js';

/** The flags that say how to watch, with the values that parsing gives them. */
type WatchFlags = {
  readonly interval: number;
  readonly 'max-polls': number;
  readonly 'max-transient-errors': number;
  readonly timeout: number;
};

/** Waits until an export is over. */
export async function watchExport(context: Context): Promise<void> {
  const { io } = context;
  const id = context.arguments['job-id'] ?? '';
  // URLs resolve these even when encoded, which would reach another operation.
  if (['', '.', '..'].includes(id)) throw usageError('<job-id> is not valid');
  const { project } = context.settings();
  const flags = context.flags.values as WatchFlags;
  const bar = new ProgressBar(io);
  try {
    const job = await pollExport(
      {
        path: `/export/jobs/${encodeURIComponent(id)}`,
        query: project === undefined ? [] : [['project_id', project]],
        intervalMs: flags.interval,
        maxPolls: flags['max-polls'],
        maxTransientErrors: flags['max-transient-errors'],
        timeoutMs: flags.timeout,
      },
      {
        api: context.api(),
        io,
        onProgress: (current) => bar.show(toText(current['status']), getPercent(current), getRows(current)),
        onTransientError: (delayMs) => noteReconnect(delayMs, io),
      },
    );
    bar.end();
    await context.print(job);
    if (job['status'] !== 'completed') throw over(job);
  } finally {
    bar.end();
  }
}

function over(job: JsonObject): Failure {
  const error = job['error'];
  if (job['status'] === 'failed' && isObject(error))
    return new Failure(`export_failed`, `The export failed: ${toText(error['message'])}`);
  return new Failure('export_cancelled', 'The export was cancelled.');
}

function getPercent(job: JsonObject): number {
  const progress = job['progress'];
  return isObject(progress) ? Number(progress['percent'] ?? 0) : 0;
}

function getRows(job: JsonObject): number {
  const progress = job['progress'];
  return isObject(progress) ? Number(progress['rows_written'] ?? 0) : 0;
}

const toText = (value: unknown): string => (typeof value === 'string' ? value : '');

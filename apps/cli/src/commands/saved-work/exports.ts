import { restCommand, type Argument, type Family, type LocalCommand } from '../../command/command.js';
import { CURSOR } from '../../command/common-flags.js';
import { confirmation } from '../../print/confirmation.js';
import { ID } from '../../print/layout/columns.js';
import { toSecond } from '../../print/layout/units.js';
import { isObject, objectsAt, type Json, type JsonObject } from '../../runtime/values/json.js';
import { watch } from './exports-watch.js';

/** Optional, unlike that of other creations. */
const IDEMPOTENCY_KEY = {
  name: 'idempotency-key',
  kind: 'string',
  format: 'idempotency_key',
  sends: 'idempotency_key',
  description: 'a repeated run with the same key and arguments creates nothing new',
} as const;

const JOB_ID: Argument<'job_id'> = { name: 'job-id', sends: 'job_id', description: 'ID of the export' };

const create = restCommand({
  words: ['export', 'create'],
  summary: 'Export the rows of a signal to a file',
  description: 'A repeated run with the same key and body returns the first response; with another body it fails.',
  examples: [
    `svc export create --json '{"type":"EXPORT_TYPE_CSV","query":{"signal":"logs","q":"level:error"}}'`,
    `svc export create --json '{"type":"EXPORT_TYPE_PARQUET","query":{"signal":"traces","start_time":"2026-01-01T00:00:00Z"}}'`,
  ],
  operation: 'exports.create',
  body: 'type, query',
  flags: [IDEMPOTENCY_KEY],
  view: confirmation({ said: 'Created the export of {signal}', facts: ['id', 'format', 'status'] }),
});

const logs = restCommand({
  words: ['export', 'logs'],
  summary: 'Export log records to a file',
  examples: [`svc export logs --json '{"format":"csv","service_name":"checkout","level":"error"}'`],
  operation: 'exports.create_logs',
  body: 'format, service_name, level, start_time, end_time, columns',
  flags: [IDEMPOTENCY_KEY],
  view: confirmation({ said: 'Created the export of {signal}', facts: ['id', 'format', 'status'] }),
});

const list = restCommand({
  words: ['export', 'jobs', 'list'],
  summary: 'List exports, newest first',
  operation: 'exports.list',
  flags: [
    CURSOR,
    {
      name: 'limit',
      kind: 'int',
      default: 0,
      min: 1,
      max: 100,
      sends: 'limit',
      description: 'page size: 1 to 100, default 20',
    },
    { name: 'status', kind: 'string', sends: 'status', description: 'status, such as EXPORT_STATUS_RUNNING' },
    { name: 'type', kind: 'string', sends: 'type', description: 'type, such as EXPORT_TYPE_CSV' },
  ],
  view: {
    kind: 'table',
    rows: jobRows,
    columns: [
      { title: 'STATUS', field: 'status' },
      { title: 'PROGRESS', field: 'shown', align: 'right' },
      { title: 'SIGNAL', field: 'signal', paint: (_, colors) => colors.cyan },
      { title: 'FORMAT', field: 'format' },
      { title: 'CREATED', field: 'created_at', dropOrder: 1, format: toSecond, paint: (_, colors) => colors.dim },
      ID,
    ],
    empty: 'No exports.',
  },
});

const get = restCommand({
  words: ['export', 'jobs', 'get'],
  summary: 'Show one export',
  operation: 'exports.get',
  arguments: [JOB_ID],
});

const cancel = restCommand({
  words: ['export', 'jobs', 'cancel'],
  summary: 'Cancel an export that is not over',
  operation: 'exports.cancel',
  arguments: [JOB_ID],
  destructive: true,
  view: confirmation({ said: 'Cancelled the export {id}' }),
});

const retry = restCommand({
  words: ['export', 'jobs', 'retry'],
  summary: 'Start a failed export again',
  operation: 'exports.retry',
  arguments: [JOB_ID],
  view: confirmation({ said: 'Started the export {id} again', facts: ['attempt_count'] }),
});

const downloadUrl = restCommand({
  words: ['export', 'jobs', 'download-url'],
  summary: 'Get an address from which anybody can download the file for an hour',
  operation: 'exports.download',
  arguments: [JOB_ID],
});

const download: LocalCommand = {
  words: ['export', 'jobs', 'download'],
  summary: 'Download the file of a completed export',
  description:
    'Writes to a new file and replaces none. An interrupted download continues where it ended, and the SHA-256 of the file is compared ' +
    'with that of the export.',
  examples: ['svc export jobs download <job-id> --file logs.csv'],
  arguments: [{ name: 'job-id', description: 'ID of the export' }],
  flags: [
    {
      name: 'file',
      kind: 'string',
      format: 'not_empty',
      description: 'path of the new file; by default a name that the service gives, in this folder',
    },
  ],
  run: async (context) => (await import('../../download/download-export.js')).downloadExport(context),
};

export const EXPORTS: Family = {
  groups: { export: 'Export telemetry to files', 'export jobs': 'Exports and their files' },
  commands: [create, logs, list, get, watch, download, downloadUrl, cancel, retry],
};

function jobRows(answer: Json): readonly JsonObject[] {
  return objectsAt(answer, 'jobs').map((job) => {
    const progress = job['progress'];
    const percent = isObject(progress) ? Number(progress['percent'] ?? 0) : 0;
    return { ...job, shown: `${Math.floor(percent)} %` };
  });
}

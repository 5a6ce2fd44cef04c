import { useMemo, useState, type ReactNode } from 'react';
import { useApi, useApiChange } from '../../api/hooks.js';
import { newIdempotencyKey } from '../../api/idempotency-key.js';
import type { ExportJob } from '../../gen/api.js';
import { ScopeLink } from '../../links/scope-link.js';
import { toSavedQuery } from '../../search/saved-query.js';
import { useSession } from '../../session/session.js';
import { formatBytes, formatCount } from '../../time/format.js';
import { Button } from '../../ui/controls/button.js';
import { Segmented } from '../../ui/controls/segmented.js';
import { Dialog } from '../../ui/feedback/dialog.js';
import { ErrorBox } from '../../ui/feedback/error-box.js';
import type { LogFilter } from '../log-query.js';
import classes from './export-dialog.module.css';

interface ExportDialogProps {
  readonly filter: LogFilter;
  readonly onClose: () => void;
}

const FORMATS = [
  { value: 'csv', label: 'CSV' },
  { value: 'json', label: 'JSON' },
  { value: 'parquet', label: 'Parquet' },
] as const;

const ENDED: ReadonlySet<string> = new Set(['completed', 'failed', 'cancelled']);
/** Milliseconds between two looks at the progress. */
const POLL_MS = 1000;

/** Writes all matching records to a file, and shows how far it is. */
export function ExportDialog({ filter, onClose }: ExportDialogProps): ReactNode {
  const [format, setFormat] = useState<(typeof FORMATS)[number]['value']>('csv');
  const key = useMemo(() => `${format} ${newIdempotencyKey()}`.replace(' ', '-'), [format]);
  const create = useApiChange('POST /export', ['GET /export/jobs']);
  const { start_time: start, end_time: end } = filter;
  const onExport = (): void => {
    const query = { signal: 'logs', ...toSavedQuery(filter), start_time: start, end_time: end };
    create.mutate({ body: { type: format, query, idempotency_key: key } });
  };
  return (
    <Dialog
      title="Export these records"
      onClose={onClose}
      actions={
        create.data ? (
          <Button onClick={onClose}>Close</Button>
        ) : (
          <Button kind="primary" icon="export" onClick={onExport}>
            Export
          </Button>
        )
      }
    >
      <div className={classes.form}>
        <p>
          All matching records of the time range are written to one file, in the background. It continues when you leave
          the page. <ScopeLink to="exports">All exports</ScopeLink>
        </p>
        {!create.data && <Segmented label="Format" value={format} options={FORMATS} onChange={setFormat} />}
        {create.error && <ErrorBox error={create.error} />}
        {create.data && <Progress job={create.data} />}
      </div>
    </Dialog>
  );
}

function Progress({ job }: { readonly job: ExportJob }): ReactNode {
  const { can } = useSession();
  const [isEnded, setEnded] = useState(false);
  const path = { job_id: job.id };
  const { data = job, error } = useApi(
    'GET /export/jobs/{job_id}',
    { path },
    { refetchInterval: isEnded ? false : POLL_MS },
  );
  const hasEnded = ENDED.has(data.status);
  if (hasEnded && !isEnded) setEnded(true);
  const mayDownload = can('export:download');
  const isReady = data.status === 'completed';
  const link = useApi('GET /export/jobs/{job_id}/download', { path }, { enabled: isReady && mayDownload });
  const percent = data.progress?.percent ?? 0;
  return (
    <div className={classes.progress} aria-live="polite">
      {error && <ErrorBox error={error} />}
      <progress className={classes.bar} max={100} value={isReady ? 100 : percent} aria-label="Progress of the export" />
      <p>{describe(data)}</p>
      {data.error && <p className={classes.fault}>{data.error.message}</p>}
      {isReady && !mayDownload && (
        <p>Your role does not have export:download. An owner or admin can download the file.</p>
      )}
      {link.data && <a href={link.data.url}>Download the file</a>}
      {link.error && <ErrorBox error={link.error} />}
    </div>
  );
}

function describe({ status, result, progress }: ExportJob): string {
  if (status === 'completed' && result)
    return `Ready: ${formatCount(result.rows)} records, ${formatBytes(result.bytes)}.`;
  if (status === 'completed') return 'Ready.';
  if (status === 'failed') return 'The export has failed.';
  if (status === 'cancelled') return 'The export was cancelled.';
  return `${status === 'pending' ? 'Waiting for its turn' : 'Writing'}: ${Math.round(progress?.percent ?? 0)} %`;
}

import { useState, type ReactNode } from 'react';
import { call } from '../api/call.js';
import { useApiChange } from '../api/hooks.js';
import { useProjectSlug } from '../api/project.js';
import type { ExportJob } from '../gen/api.js';
import { useSession } from '../session/session.js';
import { Button } from '../ui/controls/button.js';
import { announce } from '../ui/feedback/announcements.js';
import { Dialog } from '../ui/feedback/dialog.js';
import { ErrorBox } from '../ui/feedback/error-box.js';
import { hasEnded, whyNoDownload } from './describe-job.js';

interface JobActionsProps {
  readonly job: ExportJob;
  /** Why the user may not change exports; undefined if allowed. */
  readonly reason: string | undefined;
}

/** The actions on an export in its state: it is downloaded, repeated or cancelled. */
export function JobActions({ job, reason }: JobActionsProps): ReactNode {
  const { can } = useSession();
  const project = useProjectSlug();
  const [isAsking, setAsking] = useState(false);
  const [failure, setFailure] = useState<Error>();
  const retry = useApiChange('POST /export/jobs/{job_id}/retry', ['GET /export/jobs']);
  const path = { job_id: job.id };
  const onDownload = async (): Promise<void> => {
    try {
      const { url } = await call('GET /export/jobs/{job_id}/download', { path }, { project });
      window.location.assign(url);
    } catch (error) {
      setFailure(error as Error);
    }
  };
  const onRetry = (): void =>
    retry.mutate({ path, body: {} }, { onSuccess: () => announce('The export begins again.'), onError: setFailure });
  const { status } = job;
  return (
    <>
      {status === 'completed' && (
        <Button
          kind="quiet"
          icon="export"
          aria-label="Download the file"
          disabledReason={whyNoDownload(job, can('export:download'))}
          onClick={() => void onDownload()}
        />
      )}
      {status === 'failed' && (
        <Button
          kind="quiet"
          icon="refresh"
          aria-label="Repeat the export"
          disabledReason={retry.isPending ? 'It begins again.' : reason}
          onClick={onRetry}
        />
      )}
      {!hasEnded(job) && (
        <Button
          kind="quiet"
          icon="close"
          aria-label="Cancel the export"
          disabledReason={reason}
          onClick={() => setAsking(true)}
        />
      )}
      {isAsking && <CancelDialog id={job.id} onClose={() => setAsking(false)} />}
      {failure && (
        <Dialog title="The export" onClose={() => setFailure(undefined)}>
          <ErrorBox error={failure} />
        </Dialog>
      )}
    </>
  );
}

function CancelDialog({ id, onClose }: { readonly id: string; readonly onClose: () => void }): ReactNode {
  const cancel = useApiChange('DELETE /export/jobs/{job_id}', ['GET /export/jobs']);
  const onConfirm = (): void =>
    cancel.mutate(
      { path: { job_id: id } },
      {
        onSuccess: () => {
          announce('Cancelled the export.');
          onClose();
        },
      },
    );
  return (
    <Dialog
      title="Cancel this export?"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Let it run</Button>
          <Button
            kind="danger"
            disabledReason={cancel.isPending ? 'It is being cancelled.' : undefined}
            onClick={onConfirm}
          >
            Cancel the export
          </Button>
        </>
      }
    >
      <p>What it has written so far is lost. An export that is cancelled cannot be continued.</p>
      {cancel.error && <ErrorBox error={cancel.error} />}
    </Dialog>
  );
}

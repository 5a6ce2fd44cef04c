import { useState, type ReactNode } from 'react';
import { useApi } from '../../api/hooks.js';
import { formatCount } from '../../time/format.js';
import { Badge } from '../../ui/controls/badge.js';
import { Button } from '../../ui/controls/button.js';
import { Dialog } from '../../ui/feedback/dialog.js';
import { ErrorBox } from '../../ui/feedback/error-box.js';
import { Facts } from '../../ui/layout/facts.js';
import classes from '../settings.module.css';
import { describeCoverage } from './describe-coverage.js';

/** Recomputes the hashes that chain the entries of the audit log, and says whether one of them was changed. */
export function VerifyLog({ onClose }: { readonly onClose: () => void }): ReactNode {
  const options = { keepsPrevious: false, staleTime: 0 };
  const [after, setAfter] = useState<number>();
  const input = after === undefined ? {} : { query: { after_sequence: after } };
  const answer = useApi('GET /account/audit-log/verify', input, options);
  const { error, refetch, isFetching } = answer;
  // The result of an earlier check says nothing about the log as it is now.
  const data = isFetching || error ? undefined : answer.data;
  const fault = data?.first_fault;
  return (
    <Dialog title="Is the audit log complete?" onClose={onClose} actions={<Button onClick={onClose}>Close</Button>}>
      <div className={classes.form} aria-live="polite">
        {error && !isFetching && <ErrorBox error={error} onRetry={() => void refetch()} />}
        {isFetching && <p className={classes.note}>The hashes are being computed.</p>}
        {data && (
          <>
            <p>
              <Badge tone={data.valid ? 'ok' : 'danger'}>{data.valid ? 'valid' : 'not valid'}</Badge>{' '}
              {data.valid
                ? 'Each entry has the hash of the one before it.'
                : `Entry ${fault?.sequence ?? '?'} is the first that is wrong: ${fault?.reason ?? 'unknown'}.`}
            </p>
            <Facts
              label="Verification"
              facts={[
                { name: 'Checked after', value: after === undefined ? 'the start' : `entry ${formatCount(after)}` },
                { name: 'Checked up to', value: `entry ${formatCount(data.verified_sequence)}` },
                { name: 'Hash of that entry', value: <code className={classes.hash}>{data.verified_hash}</code> },
                { name: 'Reaches the end', value: describeCoverage(data) },
              ]}
            />
            {data.valid && !data.complete && (
              <div>
                <Button onClick={() => setAfter(data.verified_sequence)}>Check the entries after it</Button>
              </div>
            )}
            <p className={classes.note}>
              Keep the hash outside of this service. A later check that gives another one for the same entry shows that
              the log was rewritten.
            </p>
          </>
        )}
      </div>
    </Dialog>
  );
}

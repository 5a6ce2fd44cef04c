import type { ReactNode } from 'react';
import { useApi } from '../../api/hooks.js';
import type { IssueRelease } from '../../gen/api.js';
import { TargetLink } from '../../links/target-link.js';
import { formatCount } from '../../time/format.js';
import { TimeText } from '../../time/time-text.js';
import { Badge } from '../../ui/controls/badge.js';
import { ErrorBox } from '../../ui/feedback/error-box.js';
import { PanelSection } from '../../ui/layout/panel.js';
import { Table } from '../../ui/layout/table.js';
import { OutsideText } from '../../ui/text/outside-text.js';
import classes from './issue-details.module.css';

/** The releases in which an issue occurred, the latest first. */
export function IssueReleases({ issueId }: { readonly issueId: string }): ReactNode {
  const { data, error, refetch } = useApi('GET /issues/{issue_id}/releases', { path: { issue_id: issueId } });
  return (
    <PanelSection title="Releases">
      {error && <ErrorBox error={error} onRetry={() => void refetch()} />}
      <Table<IssueRelease>
        label="Releases of the issue"
        rows={data?.releases}
        getId={({ release }) => release}
        empty="No error names a release."
        columns={[
          {
            label: 'Release',
            render: ({ release }) => (
              <>
                <TargetLink type="release" id={release}>
                  <OutsideText text={release} limit={80} />
                </TargetLink>{' '}
                {release === data?.first_release && <Badge>first</Badge>}{' '}
                {release === data?.regressed_in && <Badge tone="danger">regressed</Badge>}
              </>
            ),
          },
          { label: 'Errors', isNumber: true, render: ({ count }) => formatCount(count) },
          {
            label: 'Deployed',
            isNumber: true,
            render: ({ deployed_at: at }) =>
              at === null ? <span className={classes.note}>unknown</span> : <TimeText at={at} precision="minute" />,
          },
        ]}
      />
      {data && data.without_release > 0 && (
        <p className={classes.note}>{`${formatCount(data.without_release)} errors name no release.`}</p>
      )}
      {data?.truncated === true && <p className={classes.note}>There are more releases than are shown.</p>}
    </PanelSection>
  );
}

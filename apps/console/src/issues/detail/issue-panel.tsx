import type { ReactNode } from 'react';
import { useApi } from '../../api/hooks.js';
import { AloneLink } from '../../links/alone-link.js';
import { ErrorBox } from '../../ui/feedback/error-box.js';
import { Panel } from '../../ui/layout/panel.js';
import { OutsideText } from '../../ui/text/outside-text.js';
import type { Triage } from '../triage/use-triage.js';
import { IssueDetailsView } from './issue-details.js';

interface IssuePanelProps {
  readonly id: string;
  readonly triage: Triage;
  readonly onClose: () => void;
}

/** One issue beside the list. */
export function IssuePanel({ id, triage, onClose }: IssuePanelProps): ReactNode {
  const { data, error, refetch } = useApi('GET /issues/{issue_id}', { path: { issue_id: id } });
  return (
    <Panel
      title={data ? <OutsideText text={data.title} limit={200} /> : 'Issue'}
      onClose={onClose}
      actions={<AloneLink type="issue" id={id} />}
    >
      {error && <ErrorBox error={error} onRetry={() => void refetch()} />}
      {data && <IssueDetailsView issue={data} triage={triage} />}
    </Panel>
  );
}

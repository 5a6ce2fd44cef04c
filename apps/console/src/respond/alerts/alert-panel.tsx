import type { ReactNode } from 'react';
import { useApi } from '../../api/hooks.js';
import { AloneLink } from '../../links/alone-link.js';
import { ErrorBox } from '../../ui/feedback/error-box.js';
import { Panel } from '../../ui/layout/panel.js';
import { OutsideText } from '../../ui/text/outside-text.js';
import { AlertDetailsView } from './alert-details.js';

interface AlertPanelProps {
  readonly id: string;
  readonly onClose: () => void;
}

const POLL_MS = 10_000;

/** One alert beside the list. */
export function AlertPanel({ id, onClose }: AlertPanelProps): ReactNode {
  const input = { path: { alert_id: id } };
  const { data, error, refetch } = useApi('GET /alerts/{alert_id}', input, { refetchInterval: POLL_MS });
  return (
    <Panel
      title={data ? <OutsideText text={data.name} limit={200} /> : 'Alert'}
      onClose={onClose}
      actions={<AloneLink type="alert" id={id} />}
    >
      {error && <ErrorBox error={error} onRetry={() => void refetch()} />}
      {data && <AlertDetailsView alert={data} />}
    </Panel>
  );
}

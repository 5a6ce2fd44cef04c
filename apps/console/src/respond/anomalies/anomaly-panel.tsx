import type { ReactNode } from 'react';
import { useApi } from '../../api/hooks.js';
import { AloneLink } from '../../links/alone-link.js';
import { ErrorBox } from '../../ui/feedback/error-box.js';
import { Panel } from '../../ui/layout/panel.js';
import { OutsideText } from '../../ui/text/outside-text.js';
import { AnomalyDetails } from './anomaly-details.js';
import { nameAnomaly } from './name-anomaly.js';

interface AnomalyPanelProps {
  readonly id: string;
  readonly onClose: () => void;
}

const POLL_MS = 10_000;

/** One anomaly beside the list. */
export function AnomalyPanel({ id, onClose }: AnomalyPanelProps): ReactNode {
  const input = { path: { finding_id: id } };
  const { data, error, refetch } = useApi('GET /anomalies/{finding_id}', input, { refetchInterval: POLL_MS });
  return (
    <Panel
      title={data ? <OutsideText text={nameAnomaly(data)} limit={200} /> : 'Anomaly'}
      onClose={onClose}
      actions={<AloneLink type="anomaly" id={id} />}
    >
      {error && <ErrorBox error={error} onRetry={() => void refetch()} />}
      {data && <AnomalyDetails finding={data} onDeleted={onClose} />}
    </Panel>
  );
}

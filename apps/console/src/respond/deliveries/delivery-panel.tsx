import type { ReactNode } from 'react';
import { useApi } from '../../api/hooks.js';
import { ErrorBox } from '../../ui/feedback/error-box.js';
import { Panel } from '../../ui/layout/panel.js';
import { OutsideText } from '../../ui/text/outside-text.js';
import { DeliveryDetails } from './delivery-details.js';

interface DeliveryPanelProps {
  readonly id: string;
  readonly onClose: () => void;
}

const POLL_MS = 5000;

/** One delivery beside the list. */
export function DeliveryPanel({ id, onClose }: DeliveryPanelProps): ReactNode {
  const input = { path: { delivery_id: id } };
  const options = { refetchInterval: POLL_MS };
  const { data, error, refetch } = useApi('GET /notifications/deliveries/{delivery_id}', input, options);
  return (
    <Panel title={data ? <OutsideText text={data.title} limit={200} /> : 'Delivery'} onClose={onClose}>
      {error && <ErrorBox error={error} onRetry={() => void refetch()} />}
      {data && <DeliveryDetails delivery={data} />}
    </Panel>
  );
}

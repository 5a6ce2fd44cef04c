import { useState, type ReactNode } from 'react';
import { useApi } from '../../api/hooks.js';
import { missingScope } from '../../session/missing-scope.js';
import { useSession } from '../../session/session.js';
import { useMembers } from '../../session/use-members.js';
import { TimeText } from '../../time/time-text.js';
import { Button } from '../../ui/controls/button.js';
import { ErrorBox } from '../../ui/feedback/error-box.js';
import { Facts } from '../../ui/layout/facts.js';
import { Panel, PanelSection } from '../../ui/layout/panel.js';
import { OutsideText } from '../../ui/text/outside-text.js';
import { describeFilters } from './compare-segments.js';
import { DeleteSegmentDialog } from './delete-segment-dialog.js';
import { SegmentEditor } from './segment-editor.js';
import { SegmentMembers } from './segment-members.js';

interface SegmentPanelProps {
  readonly id: string;
  readonly onClose: () => void;
}

/** One segment: its conditions, and the accounts that match them now. */
export function SegmentPanel({ id, onClose }: SegmentPanelProps): ReactNode {
  const { can } = useSession();
  const { nameOf } = useMembers();
  const [dialog, setDialog] = useState<'edit' | 'delete'>();
  const close = (): void => setDialog(undefined);
  const path = { segment_id: id };
  const { data: segment, error, refetch } = useApi('GET /account-segments/{segment_id}', { path });
  const found = useApi('GET /account-segments/{segment_id}/preview', { path });
  const reason = can('segments:write') ? undefined : missingScope('segments:write');
  return (
    <Panel
      title={segment ? <OutsideText text={segment.name} limit={120} /> : 'Segment'}
      onClose={onClose}
      actions={
        <>
          <Button
            kind="quiet"
            icon="edit"
            aria-label="Edit the segment"
            disabledReason={reason}
            onClick={() => setDialog('edit')}
          />
          <Button
            kind="quiet"
            icon="trash"
            aria-label="Delete the segment"
            disabledReason={reason}
            onClick={() => setDialog('delete')}
          />
        </>
      }
    >
      {error && <ErrorBox error={error} onRetry={() => void refetch()} />}
      {segment && (
        <>
          <Facts
            label="Segment"
            facts={[
              { name: 'Accounts', value: <OutsideText text={segment.group_type} limit={80} /> },
              { name: 'Conditions', value: <OutsideText text={describeFilters(segment.filters)} limit={4000} /> },
              { name: 'Created by', value: <OutsideText text={nameOf(segment.created_by)} limit={80} /> },
              { name: 'Changed', value: segment.updated_at !== undefined && <TimeText at={segment.updated_at} /> },
              { name: 'ID', value: <code>{segment.id}</code> },
            ]}
          />
          <PanelSection title="Members">
            {found.error && <ErrorBox error={found.error} onRetry={() => void found.refetch()} />}
            {found.data && <SegmentMembers found={found.data} />}
          </PanelSection>
          {dialog === 'edit' && <SegmentEditor segment={segment} onSaved={close} onClose={close} />}
          {dialog === 'delete' && <DeleteSegmentDialog segment={segment} onClose={close} onDeleted={onClose} />}
        </>
      )}
    </Panel>
  );
}

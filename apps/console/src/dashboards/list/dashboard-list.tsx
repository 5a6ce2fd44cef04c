import { useState, type ReactNode } from 'react';
import type { DashboardSummary } from '../../gen/api.js';
import { ScopeLink } from '../../links/scope-link.js';
import { useGo } from '../../links/use-go.js';
import { Cell, Rows, type Column } from '../../rows/rows.js';
import { TimeText } from '../../time/time-text.js';
import { Badge } from '../../ui/controls/badge.js';
import { Button } from '../../ui/controls/button.js';
import { OutsideText } from '../../ui/text/outside-text.js';
import { CloneDialog } from './clone-dialog.js';
import classes from './dashboard-list.module.css';
import { DeleteDashboardDialog } from './delete-dashboard-dialog.js';

interface DashboardListProps {
  readonly rows: readonly DashboardSummary[];
  readonly isLoading: boolean;
  readonly onEnd: (() => void) | undefined;
  readonly foot: ReactNode;
  /** Why the user may not change dashboards; undefined if allowed. */
  readonly reason: string | undefined;
}

const COLUMNS: readonly Column[] = [
  { label: 'Dashboard', width: 'minmax(160px, 1fr)', narrowWidth: 'minmax(0, 1fr)' },
  { label: 'Description', width: 'minmax(160px, 2fr)', isOptional: true },
  { label: 'Tags', width: '180px', isOptional: true },
  { label: 'Widgets', width: '64px', isOptional: true, isNumber: true },
  { label: 'Changed', width: '130px', isOptional: true },
  { label: 'Actions', width: '72px' },
];

/** The dashboards, newest first, each with a copy and a deletion. */
export function DashboardList({ rows, isLoading, onEnd, foot, reason }: DashboardListProps): ReactNode {
  const go = useGo();
  const [dialog, setDialog] = useState<{ readonly kind: 'clone' | 'delete'; readonly row: DashboardSummary }>();
  const close = (): void => setDialog(undefined);
  return (
    <div className={classes.list} aria-busy={isLoading}>
      <Rows
        label="Dashboards"
        rows={rows}
        columns={COLUMNS}
        getId={getId}
        renderCells={(row) => (
          <>
            <Cell>
              <ScopeLink to={`dashboards/${encodeURIComponent(row.id)}`}>
                <OutsideText text={row.name} limit={200} />
              </ScopeLink>
            </Cell>
            <Cell isOptional>
              <OutsideText text={row.description} limit={300} />
            </Cell>
            <Cell isOptional>
              <span className={classes.tags}>
                {row.tags.map((tag) => (
                  <Badge key={tag}>
                    <OutsideText text={tag} />
                  </Badge>
                ))}
              </span>
            </Cell>
            <Cell isOptional isNumber>
              {row.widget_count}
            </Cell>
            <Cell isOptional>
              {row.updated_at !== undefined && <TimeText at={row.updated_at} precision="minute" />}
            </Cell>
            <Cell>
              <Button
                kind="quiet"
                icon="copy"
                aria-label={`Copy ${row.name}`}
                disabledReason={reason}
                onClick={() => setDialog({ kind: 'clone', row })}
              />
              <Button
                kind="quiet"
                icon="trash"
                aria-label={`Delete ${row.name}`}
                disabledReason={reason}
                onClick={() => setDialog({ kind: 'delete', row })}
              />
            </Cell>
          </>
        )}
        onOpen={(row) => {
          if (row) go({ to: `dashboards/${encodeURIComponent(row.id)}` });
        }}
        onEnd={onEnd}
        foot={foot}
      />
      {dialog?.kind === 'clone' && <CloneDialog dashboard={dialog.row} onClose={close} />}
      {dialog?.kind === 'delete' && <DeleteDashboardDialog dashboard={dialog.row} onClose={close} onDeleted={close} />}
    </div>
  );
}

function getId({ id }: DashboardSummary): string {
  return id;
}

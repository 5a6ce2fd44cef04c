import type { ReactNode } from 'react';
import type { Dashboard, Widget } from '../../gen/api.js';
import { useGo } from '../../links/use-go.js';
import type { Place } from '../grid/layout.js';
import { DeleteDashboardDialog } from '../list/delete-dashboard-dialog.js';
import type { DashboardRange } from '../widget/use-dashboard-range.js';
import type { Values } from '../widget/variables.js';
import { removeWidget } from './changes.js';
import { ConflictDialog } from './conflict-dialog.js';
import { RemoveWidgetDialog } from './remove-widget-dialog.js';
import { SettingsDialog } from './settings-dialog.js';
import type { useSave } from './use-save.js';
import { WidgetDialog } from './widget-dialog.js';

/** The dialog that is open, and the widget that it is about. */
export type OpenDialog =
  { readonly kind: 'add' | 'settings' | 'delete' } | { readonly kind: 'edit' | 'remove'; readonly widget: Widget };

interface EditorDialogsProps {
  readonly open: OpenDialog | undefined;
  /** The state that was shown at the opening: what was saved since is a conflict. */
  readonly dashboard: Dashboard;
  readonly range: DashboardRange;
  readonly values: Values;
  readonly saving: ReturnType<typeof useSave>;
  /** The place of a new widget. */
  readonly position: Place;
  readonly onClose: () => void;
}

/** The dialogs of the editor, of which at most one is open, and the one about a conflict. */
export function EditorDialogs(props: EditorDialogsProps): ReactNode {
  const { open, dashboard, range, values, saving, position, onClose } = props;
  const go = useGo();
  return (
    <>
      {(open?.kind === 'add' || open?.kind === 'edit') && (
        <WidgetDialog
          dashboard={dashboard}
          widget={open.kind === 'edit' ? open.widget : undefined}
          range={range}
          values={values}
          saving={saving}
          position={position}
          onClose={onClose}
        />
      )}
      {open?.kind === 'settings' && <SettingsDialog dashboard={dashboard} saving={saving} onClose={onClose} />}
      {open?.kind === 'remove' && (
        <RemoveWidgetDialog
          title={open.widget.title}
          isSaving={saving.isSaving}
          onClose={onClose}
          onConfirm={() => {
            onClose();
            void saving.save(
              removeWidget(open.widget, () => undefined),
              dashboard,
            );
          }}
        />
      )}
      {open?.kind === 'delete' && (
        <DeleteDashboardDialog
          dashboard={{ ...dashboard, widget_count: dashboard.widgets.length }}
          onClose={onClose}
          onDeleted={() => go({ to: 'dashboards' })}
        />
      )}
      {saving.conflict && (
        <ConflictDialog
          conflict={saving.conflict}
          onApply={() => {
            if (saving.conflict) void saving.save(saving.conflict.change, saving.conflict.now);
          }}
          onKeep={() => {
            saving.conflict?.change.onSaved();
            saving.dismiss();
          }}
          onClose={saving.dismiss}
        />
      )}
    </>
  );
}

import { useRef, useState, type ReactNode } from 'react';
import type { Dashboard, Widget } from '../../gen/api.js';
import { useGo } from '../../links/use-go.js';
import { ErrorBox } from '../../ui/feedback/error-box.js';
import { firstFree } from '../grid/layout.js';
import { useDrag } from '../grid/use-drag.js';
import { WidgetGrid } from '../grid/widget-grid.js';
import { DeleteDashboardDialog } from '../list/delete-dashboard-dialog.js';
import type { DashboardRange } from '../widget/use-dashboard-range.js';
import type { Values } from '../widget/variables.js';
import { WidgetCard } from '../widget/widget-card.js';
import { addWidget, removeWidget, saveLayout } from './changes.js';
import { ConflictDialog } from './conflict-dialog.js';
import classes from './dashboard-editor.module.css';
import { EditorToolbar } from './editor-toolbar.js';
import { RemoveWidgetDialog } from './remove-widget-dialog.js';
import { SettingsDialog } from './settings-dialog.js';
import { useLayout } from './use-layout.js';
import { useSave } from './use-save.js';
import { WidgetDialog } from './widget-dialog.js';
import { toCopy } from './widget-form.js';
import { WidgetTools } from './widget-tools.js';

interface DashboardEditorProps {
  readonly dashboard: Dashboard;
  readonly readAgain: () => Promise<Dashboard | undefined>;
  readonly range: DashboardRange;
  readonly values: Values;
}

type Open =
  { readonly kind: 'add' | 'settings' | 'delete' } | { readonly kind: 'edit' | 'remove'; readonly widget: Widget };

const SIZE = { w: 12, h: 8 };

/** The widgets while they are moved, resized, changed, added and removed. */
export function DashboardEditor({ dashboard, readAgain, range, values }: DashboardEditorProps): ReactNode {
  const go = useGo();
  const grid = useRef<HTMLDivElement>(null);
  const layout = useLayout(dashboard);
  const saving = useSave(dashboard, readAgain);
  const [open, setOpen] = useState<Open>();
  const close = (): void => setOpen(undefined);
  const startDrag = useDrag(grid, layout.drag);
  const placeOf = (id: string) => layout.items.find((item) => item.id === id) ?? { id, x: 0, y: 0, ...SIZE };
  const freeFor = (size: { readonly w: number; readonly h: number }) =>
    firstFree(
      dashboard.widgets.flatMap(({ position }) => position ?? []),
      size,
    );
  const onCopy = (widget: Widget): void => {
    const position = freeFor(widget.position ?? SIZE);
    void saving.save(addWidget({ ...toCopy(widget), position }, () => undefined));
  };
  const inDialog = open?.kind === 'add' || open?.kind === 'edit' || open?.kind === 'settings';
  return (
    <>
      <EditorToolbar
        isChanged={layout.isChanged}
        isSaving={saving.isSaving}
        onAdd={() => setOpen({ kind: 'add' })}
        onSave={() => void saving.save(saveLayout(layout.items, layout.discard))}
        onDiscard={layout.discard}
        onSettings={() => setOpen({ kind: 'settings' })}
        onDelete={() => setOpen({ kind: 'delete' })}
      />
      {saving.error && !inDialog && <ErrorBox error={saving.error} />}
      <WidgetGrid
        gridRef={grid}
        items={dashboard.widgets}
        getPlace={({ id }) => placeOf(id)}
        render={(widget) => {
          const place = placeOf(widget.id);
          return (
            <WidgetCard
              widget={widget}
              rows={place.h}
              range={range}
              values={values}
              onHeadPointerDown={startDrag(widget.id, place, false)}
              tools={
                <WidgetTools
                  title={widget.title}
                  onKeyDown={layout.onKeyDown(widget.id)}
                  onEdit={() => setOpen({ kind: 'edit', widget })}
                  onCopy={() => onCopy(widget)}
                  onRemove={() => setOpen({ kind: 'remove', widget })}
                />
              }
            >
              <span className={classes.corner} aria-hidden="true" onPointerDown={startDrag(widget.id, place, true)} />
            </WidgetCard>
          );
        }}
      />
      {(open?.kind === 'add' || open?.kind === 'edit') && (
        <WidgetDialog
          dashboard={dashboard}
          widget={open.kind === 'edit' ? open.widget : undefined}
          range={range}
          values={values}
          saving={saving}
          position={freeFor(SIZE)}
          onClose={close}
        />
      )}
      {open?.kind === 'settings' && <SettingsDialog dashboard={dashboard} saving={saving} onClose={close} />}
      {open?.kind === 'remove' && (
        <RemoveWidgetDialog
          title={open.widget.title}
          onClose={close}
          onConfirm={() => {
            close();
            void saving.save(removeWidget(open.widget, () => undefined));
          }}
        />
      )}
      {open?.kind === 'delete' && (
        <DeleteDashboardDialog
          dashboard={{ ...dashboard, widget_count: dashboard.widgets.length }}
          onClose={close}
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
        />
      )}
    </>
  );
}

import { useRef, useState, type ReactNode } from 'react';
import type { Dashboard, Widget } from '../../gen/api.js';
import { LeaveGuard } from '../../links/leave-guard.js';
import { ErrorBox } from '../../ui/feedback/error-box.js';
import { readFields } from '../../url/codec.js';
import { DASHBOARD_FIELDS } from '../fields.js';
import { firstFree } from '../grid/layout.js';
import { useDrag } from '../grid/use-drag.js';
import { WidgetGrid } from '../grid/widget-grid.js';
import type { DashboardRange } from '../widget/use-dashboard-range.js';
import type { Values } from '../widget/variables.js';
import { WidgetCard } from '../widget/widget-card.js';
import { addWidget, saveLayout } from './changes.js';
import classes from './dashboard-editor.module.css';
import { EditorDialogs, type OpenDialog } from './editor-dialogs.js';
import { EditorToolbar } from './editor-toolbar.js';
import { useLayout } from './use-layout.js';
import { useSave } from './use-save.js';
import { toCopy } from './widget-form.js';
import { WidgetTools } from './widget-tools.js';

interface DashboardEditorProps {
  readonly dashboard: Dashboard;
  readonly readAgain: () => Promise<Dashboard | undefined>;
  readonly range: DashboardRange;
  readonly values: Values;
}

const SIZE = { w: 12, h: 8 };

/** The widgets while they are moved, resized, changed, added and removed. */
export function DashboardEditor({ dashboard, readAgain, range, values }: DashboardEditorProps): ReactNode {
  const grid = useRef<HTMLDivElement>(null);
  const layout = useLayout(dashboard);
  const saving = useSave(dashboard, readAgain);
  const [open, setOpen] = useState<OpenDialog>();
  // A form that was filled from an earlier state must not overwrite what was saved since.
  const [opened, setOpened] = useState(dashboard);
  const show = (dialog: OpenDialog): void => {
    saving.dismiss();
    setOpened(dashboard);
    setOpen(dialog);
  };
  const close = (): void => {
    saving.dismiss();
    setOpen(undefined);
  };
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
        onAdd={() => show({ kind: 'add' })}
        onSave={() => void saving.save(saveLayout(layout.items, layout.discard))}
        onDiscard={layout.discard}
        onSettings={() => show({ kind: 'settings' })}
        onDelete={() => show({ kind: 'delete' })}
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
                  isSaving={saving.isSaving}
                  onKeyDown={layout.onKeyDown(widget.id)}
                  onEdit={() => show({ kind: 'edit', widget })}
                  onCopy={() => onCopy(widget)}
                  onRemove={() => show({ kind: 'remove', widget })}
                />
              }
            >
              <span className={classes.corner} aria-hidden="true" onPointerDown={startDrag(widget.id, place, true)} />
            </WidgetCard>
          );
        }}
      />
      <LeaveGuard
        // A dashboard that is deleted has no layout to be saved.
        isChanged={layout.isChanged && open?.kind !== 'delete'}
        isKept={(search) => readFields(DASHBOARD_FIELDS, search).edit}
        text="Widgets were moved or resized, and the layout is not saved."
      />
      <EditorDialogs
        open={open}
        dashboard={opened}
        range={range}
        values={values}
        saving={saving}
        position={freeFor(SIZE)}
        onClose={close}
      />
    </>
  );
}

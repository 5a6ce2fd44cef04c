import { Suspense, useState, type ReactNode } from 'react';
import { Button } from '../../ui/controls/button.js';
import { Select } from '../../ui/controls/select.js';
import { Sheet } from '../../ui/layout/sheet.js';
import type { Kind, Named } from './kind.js';
import classes from './respond.module.css';
import type { TabProps } from './tab-props.js';
import { useRefusal } from './use-refusal.js';

interface OneItemProps<T extends Named> extends Pick<TabProps, 'update'> {
  readonly kind: Kind<T>;
  readonly item: T;
  readonly all: readonly T[];
  /** The button that begins a new one. */
  readonly create: ReactNode;
}

/** One item or its form, with the buttons that choose, change and delete it. */
export function OneItem<T extends Named>({ kind, item, all, create, update }: OneItemProps<T>): ReactNode {
  const [mode, setMode] = useState<'edit' | 'delete'>();
  const { noun, scope, describe, View, Editor, DeleteDialog } = kind;
  const role = useRefusal(scope);
  const close = (): void => setMode(undefined);
  const title = `${noun.slice(0, 1).toUpperCase()}${noun.slice(1)}`;
  return (
    <>
      <div className={classes.bar}>
        <Select
          label={title}
          showsLabel
          value={item.id}
          options={all.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={(open) => update({ open })}
        />
        <span className={classes.note}>{describe(item)}</span>
        {mode !== 'edit' && (
          <span className={classes.actions}>
            <Button icon="edit" disabledReason={role} onClick={() => setMode('edit')}>
              Edit
            </Button>
            <Button icon="trash" disabledReason={role} onClick={() => setMode('delete')}>
              Delete
            </Button>
            {create}
          </span>
        )}
      </div>
      <div className={classes.scroll} tabIndex={0} role="group" aria-label={title}>
        {mode === 'edit' ? (
          <Sheet>
            <Suspense fallback={null}>
              <Editor item={item} onSaved={close} onClose={close} />
            </Suspense>
          </Sheet>
        ) : (
          <View item={item} />
        )}
      </div>
      {mode === 'delete' && (
        <DeleteDialog item={item} onDeleted={() => update({ open: undefined }, { replace: true })} onClose={close} />
      )}
    </>
  );
}

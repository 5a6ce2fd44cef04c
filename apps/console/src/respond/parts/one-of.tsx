import { Suspense, type ReactNode } from 'react';
import { Button } from '../../ui/controls/button.js';
import { Empty } from '../../ui/feedback/empty.js';
import { Sheet } from '../../ui/layout/sheet.js';
import type { Kind, Named } from './kind.js';
import { OneItem } from './one-item.js';
import classes from './respond.module.css';
import type { TabProps } from './tab-props.js';
import { useRefusal } from './use-refusal.js';

interface OneOfProps<T extends Named> extends TabProps {
  readonly kind: Kind<T>;
  readonly items: readonly T[];
}

/** The item of the address or the first one, the form of a new one, or what there is to say without any. */
export function OneOf<T extends Named>({ kind, items, state, update }: OneOfProps<T>): ReactNode {
  const { noun, empty, Editor } = kind;
  const role = useRefusal(kind.scope);
  const create = (
    <Button icon="plus" disabledReason={role} onClick={() => update({ new: '{}' })}>
      {`New ${noun}`}
    </Button>
  );
  if (state.new !== undefined)
    return (
      <div className={classes.scroll} tabIndex={-1}>
        <h2>{`New ${noun}`}</h2>
        <Sheet>
          <Suspense fallback={null}>
            <Editor
              onSaved={({ id }) => update({ new: undefined, open: id })}
              onClose={() => update({ new: undefined })}
            />
          </Suspense>
        </Sheet>
      </div>
    );
  const item = state.open === undefined ? items[0] : items.find(({ id }) => id === state.open);
  if (item) return <OneItem key={item.id} kind={kind} item={item} all={items} create={create} update={update} />;
  if (items.length > 0)
    return (
      <Empty title={`No such ${noun}`} text={`The ${noun} of this address was deleted, or belongs to another project.`}>
        <Button onClick={() => update({ open: undefined })}>{`Show the first ${noun}`}</Button>
      </Empty>
    );
  return <Empty {...empty}>{create}</Empty>;
}

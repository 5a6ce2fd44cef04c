import type { ReactNode } from 'react';
import { Button } from '../../../ui/controls/button.js';
import { TextField } from '../../../ui/controls/text-field.js';
import { Block } from '../../parts/block.js';
import { MembersField } from '../../parts/members-field.js';
import classes from '../../parts/respond.module.css';
import { newWindow, type LayerDraft, type WindowDraft } from './draft.js';
import { WindowForm } from './window-form.js';

interface LayerFormProps {
  /** Position of the layer, from 1. */
  readonly nth: number;
  readonly layer: LayerDraft;
  readonly onChange: (layer: LayerDraft) => void;
  readonly onUp: (() => void) | undefined;
  readonly onRemove: (() => void) | undefined;
}

/** Members who take turns, and the times in which they do. */
export function LayerForm({ nth, layer, onChange, onUp, onRemove }: LayerFormProps): ReactNode {
  const set = (fields: Partial<LayerDraft>): void => onChange({ ...layer, ...fields });
  const { windows } = layer;
  const change = (next: WindowDraft): void =>
    set({ windows: windows.map((each) => (each.id === next.id ? next : each)) });
  return (
    <Block name={`Layer ${nth}`} onUp={onUp} onRemove={onRemove}>
      <TextField label="Name of the layer" value={layer.name} onChange={(name) => set({ name })} maxLength={100} />
      <MembersField label="Turns" hasTurns ids={layer.users} onChange={(users) => set({ users })} />
      <div className={classes.pair}>
        <TextField
          label="A turn lasts"
          value={layer.length}
          onChange={(length) => set({ length })}
          hint="12h, 1d, 1w or 1mo."
        />
        <TextField
          label="Turns change at"
          type="time"
          value={layer.handoff}
          onChange={(handoff) => set({ handoff })}
          hint="The time of the start if empty."
        />
        <TextField
          label="First turn starts"
          type="datetime-local"
          value={layer.start}
          onChange={(start) => set({ start })}
        />
        <TextField
          label="Layer ends"
          type="datetime-local"
          value={layer.end}
          onChange={(end) => set({ end })}
          hint="Never if empty."
        />
        <TextField
          label="On call at once"
          inputMode="numeric"
          value={layer.concurrency}
          onChange={(concurrency) => set({ concurrency })}
          hint="The member whose turn it is, and the next ones."
        />
      </div>
      {windows.map((window, index) => (
        <WindowForm
          key={window.id}
          nth={index + 1}
          window={window}
          onChange={change}
          onRemove={() => set({ windows: windows.filter(({ id }) => id !== window.id) })}
        />
      ))}
      <div className={classes.bar}>
        <Button icon="plus" onClick={() => set({ windows: [...windows, newWindow()] })}>
          Add a window
        </Button>
        <span className={classes.note}>
          {windows.length === 0 ? 'The layer always applies.' : 'Outside of its windows the layer does not apply.'}
        </span>
      </div>
    </Block>
  );
}

import type { ReactNode } from 'react';
import { useScope } from '../../../scope/scope.js';
import { Button } from '../../../ui/controls/button.js';
import { Select } from '../../../ui/controls/select.js';
import { TextField } from '../../../ui/controls/text-field.js';
import { moveItem } from '../../../ui/fields/move-item.js';
import classes from '../../parts/respond.module.css';
import { newLayer, type LayerDraft, type ScheduleDraft } from './draft.js';
import { LayerForm } from './layer-form.js';

interface ScheduleFormProps {
  readonly draft: ScheduleDraft;
  readonly set: (fields: Partial<ScheduleDraft>) => void;
}

/** All fields of a schedule. */
export function ScheduleForm({ draft, set }: ScheduleFormProps): ReactNode {
  const { nowMs } = useScope();
  const { name, zone, layers } = draft;
  const zones = [...new Set([zone, 'UTC', ...Intl.supportedValuesOf('timeZone')])];
  const change = (next: LayerDraft): void => set({ layers: layers.map((each) => (each.id === next.id ? next : each)) });
  return (
    <div className={classes.form}>
      <TextField label="Name" value={name} onChange={(next) => set({ name: next })} maxLength={200} />
      <Select
        label="Time zone"
        showsLabel
        value={zone}
        options={zones.map((value) => ({ value, label: value }))}
        onChange={(next) => set({ zone: next })}
      />
      <p className={classes.note}>
        All times are those of this zone. The last layer that covers a time decides who is on call.
      </p>
      <div className={classes.blocks}>
        {layers.map((layer, index) => (
          <LayerForm
            key={layer.id}
            nth={index + 1}
            layer={layer}
            onChange={change}
            onUp={index === 0 ? undefined : () => set({ layers: moveItem(layers, index, index - 1) })}
            onRemove={layers.length === 1 ? undefined : () => set({ layers: layers.toSpliced(index, 1) })}
          />
        ))}
        <Button icon="plus" onClick={() => set({ layers: [...layers, newLayer(zone, nowMs, layers.length + 1)] })}>
          Add a layer
        </Button>
      </div>
    </div>
  );
}

import type { ReactNode } from 'react';
import { Select, type Option } from '../../../ui/controls/select.js';
import { TextArea } from '../../../ui/controls/text-area.js';
import { TextField } from '../../../ui/controls/text-field.js';
import { PanelSection } from '../../../ui/layout/panel.js';
import classes from '../../parts/respond.module.css';
import { KINDS, RULE_SEVERITIES, type Kind } from './choices.js';
import { ConditionFields } from './condition-fields.js';
import type { FieldsProps } from './fields-props.js';
import { NotifyFields } from './notify-fields.js';
import { QueryFields } from './query-fields.js';

const KIND_OPTIONS: readonly Option<Kind>[] = KINDS.map(([value, label]) => ({ value, label }));

/** All fields of a rule that its kind has. */
export function RuleForm({ draft, set }: FieldsProps): ReactNode {
  return (
    <div className={classes.form}>
      <div className={classes.pair}>
        <TextField label="Name" value={draft.name} onChange={(name) => set({ name })} maxLength={200} />
      </div>
      <div className={classes.bar}>
        <Select label="Kind" showsLabel value={draft.kind} options={KIND_OPTIONS} onChange={(kind) => set({ kind })} />
        <Select
          label="Severity"
          showsLabel
          value={draft.severity}
          options={RULE_SEVERITIES.map((value) => ({ value, label: value }))}
          onChange={(severity) => set({ severity })}
        />
      </div>
      <PanelSection title="What it measures">
        <QueryFields draft={draft} set={set} />
      </PanelSection>
      <PanelSection title="When it fires">
        <ConditionFields draft={draft} set={set} />
      </PanelSection>
      <PanelSection title="Whom it notifies">
        <NotifyFields draft={draft} set={set} />
      </PanelSection>
      <PanelSection title="Texts">
        <div className={classes.pair}>
          <TextArea
            label="Labels"
            value={draft.labels}
            onChange={(labels) => set({ labels })}
            placeholder="team=payments"
          />
          <TextArea
            label="Annotations"
            value={draft.annotations}
            onChange={(annotations) => set({ annotations })}
            placeholder="runbook_url=https://…"
          />
        </div>
        <p className={classes.note}>One pair on each line. Silences and groups use labels; notifications show both.</p>
      </PanelSection>
    </div>
  );
}

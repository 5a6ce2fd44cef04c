import type { ReactNode } from 'react';
import { CheckField } from '../../ui/fields/check-field.js';
import { Table } from '../../ui/layout/table.js';
import { EvalField } from './eval-field.js';
import type { EvalPart } from './eval-part.js';
import { EvalState } from './eval-state.js';
import classes from './evaluations-tab.module.css';
import { METRICS } from './metrics.js';

/** The metrics that need no model, and their limits. */
export function EvalMetrics(part: EvalPart): ReactNode {
  const { config, draft, disabledReason, onChange } = part;
  return (
    <div className={classes.fields}>
      <Table
        label="Metrics of evaluations"
        rows={METRICS}
        getId={({ name }) => name}
        empty=""
        columns={[
          {
            label: 'Metric',
            render: ({ name, label, meaning }) => (
              <CheckField
                label={label}
                isChecked={draft[name]}
                hint={meaning}
                disabledReason={disabledReason}
                onChange={(isOn) => onChange({ [name]: isOn })}
              />
            ),
          },
          { label: 'Score', isOptional: true, render: ({ name }) => <code>{name}</code> },
          { label: 'Saved', render: ({ name }) => <EvalState config={config} name={name} /> },
        ]}
      />
      <div className={classes.pair}>
        <EvalField part={part} name="latencyMs" placeholder="no limit" isNumber />
        <EvalField part={part} name="runCost" placeholder="no limit" isNumber />
      </div>
    </div>
  );
}

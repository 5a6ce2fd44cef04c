import { useId, type ReactNode } from 'react';
import { formatExact } from '../../../api/parse-exact.js';
import { Button } from '../../../ui/controls/button.js';
import { Segmented } from '../../../ui/controls/segmented.js';
import { TextArea } from '../../../ui/controls/text-area.js';
import { ConditionsForm } from '../../conditions/conditions-form.js';
import classes from '../../conditions/conditions.module.css';
import { Note } from '../../parts/toolbar.js';
import { useEventNames } from '../../parts/use-event-fields.js';
import { MOST_CONDITIONS, toForm, type CohortDraft, type ReadCohort } from './cohort-draft.js';

interface DefinitionFormProps {
  readonly draft: CohortDraft;
  readonly read: ReadCohort;
  readonly onChange: (part: Partial<CohortDraft>) => void;
}

const OPERATORS = [
  { value: 'and', label: 'All of them' },
  { value: 'or', label: 'Any of them' },
] as const;

/** The definition of a cohort, as conditions or as JSON. */
export function DefinitionForm({ draft, read: { definition, faults }, onChange }: DefinitionFormProps): ReactNode {
  const { json, operator, conditions, kind } = draft;
  const id = useId();
  const names = useEventNames();
  const form = json === undefined || faults.has('json') ? undefined : toForm(definition);
  const isByEvents = kind === 'behavioral';
  return (
    <>
      {json === undefined ? (
        <>
          <Segmented
            label="Conditions that must hold"
            value={operator}
            options={OPERATORS}
            onChange={(next) => onChange({ operator: next })}
          />
          <ConditionsForm
            legend="Conditions"
            types={isByEvents ? ['event', 'property', 'cohort'] : ['property', 'cohort']}
            keyLabel="Property"
            keyExample="plan"
            eventList={id}
            conditions={conditions}
            most={MOST_CONDITIONS}
            faults={faults}
            onChange={(next) => onChange({ conditions: next })}
          />
          <datalist id={id}>
            {names.map((name) => (
              <option key={name} value={name} />
            ))}
          </datalist>
          {faults.has('conditions') && <Note>{faults.get('conditions')}</Note>}
        </>
      ) : (
        <TextArea
          label="Definition"
          rows={12}
          isCode
          value={json}
          hint="Conditions can be nested: {operator, conditions} in place of a condition."
          fault={faults.get('json')}
          onChange={(text) => onChange({ json: text })}
        />
      )}
      <div className={classes.buttons}>
        {json === undefined ? (
          <Button onClick={() => onChange({ json: formatExact(definition, 2) })}>Edit as JSON</Button>
        ) : (
          <Button
            disabledReason={
              form
                ? undefined
                : 'The form cannot show this: it has nested conditions, fields without a form, or a mistake.'
            }
            onClick={() => onChange({ ...form, json: undefined })}
          >
            Edit as a form
          </Button>
        )}
      </div>
    </>
  );
}

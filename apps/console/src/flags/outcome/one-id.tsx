import { useState, type ReactNode } from 'react';
import { useApi } from '../../api/hooks.js';
import { Badge } from '../../ui/controls/badge.js';
import { Button } from '../../ui/controls/button.js';
import { TextField } from '../../ui/controls/text-field.js';
import { ErrorBox } from '../../ui/feedback/error-box.js';
import { OutsideText } from '../../ui/text/outside-text.js';
import { useSearchState } from '../../url/use-search-state.js';
import { describeReason, describeValue, type Definition } from '../describe-flag.js';
import { FLAG_FIELDS } from '../fields.js';
import { explainDecision } from './explain-decision.js';
import classes from './outcome.module.css';
import { toPreview } from './to-preview.js';

interface OneIdProps {
  readonly flagKey: string;
  readonly definition: Definition;
}

/** Evaluates the flag for one distinct ID, which need not be known, and shows each condition with the value that was found. */
export function OneId({ flagKey, definition }: OneIdProps): ReactNode {
  const [{ id }, update] = useSearchState(FLAG_FIELDS);
  const [typed, setTyped] = useState(id ?? '');
  return (
    <div className={classes.one}>
      <form
        className={classes.form}
        onSubmit={(event) => {
          event.preventDefault();
          update({ id: typed.trim() }, { replace: true });
        }}
      >
        <TextField
          label="Evaluate for a distinct ID"
          value={typed}
          onChange={setTyped}
          maxLength={200}
          placeholder="As your application sends it"
          autoComplete="off"
          spellCheck={false}
        />
        <Button type="submit">Evaluate</Button>
      </form>
      {id !== undefined && <Evaluated flagKey={flagKey} definition={definition} id={id} />}
    </div>
  );
}

function Evaluated({ flagKey, definition, id }: OneIdProps & { readonly id: string }): ReactNode {
  const body = { ...toPreview(flagKey, definition), distinct_ids: [id], explain: true };
  const { data, error, refetch } = useApi('POST /flags/preview', { body }, { keepsPrevious: false });
  const [person] = data?.persons ?? [];
  if (error) return <ErrorBox error={error} onRetry={() => void refetch()} />;
  if (!person) return null;
  const lines = explainDecision(person.decision, definition);
  return (
    <div role="status" className={classes.evaluated}>
      <p>
        <OutsideText text={person.distinct_id} limit={120} />
        {' gets '}
        <Badge tone={person.decision?.enabled === true ? 'ok' : 'neutral'}>
          <OutsideText text={describeValue(person.decision)} limit={120} />
        </Badge>
      </p>
      <p>{describeReason(person.decision)}</p>
      <ul aria-label="Conditions" className={classes.lines}>
        {lines.map(({ id: line, holds, text }) => (
          <li key={line}>
            <span aria-label={holds ? 'holds' : 'does not hold'} role="img">
              {holds ? '✓' : '✗'}
            </span>{' '}
            <OutsideText text={text} limit={400} />
          </li>
        ))}
      </ul>
    </div>
  );
}

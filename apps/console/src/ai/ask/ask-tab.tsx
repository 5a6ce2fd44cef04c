import { useEffect, useState, type FormEvent, type ReactNode } from 'react';
import { useApi } from '../../api/hooks.js';
import { useScope } from '../../scope/scope.js';
import { Button } from '../../ui/controls/button.js';
import { TextField } from '../../ui/controls/text-field.js';
import { Empty } from '../../ui/feedback/empty.js';
import { ErrorBox } from '../../ui/feedback/error-box.js';
import type { TabProps } from '../tab-props.js';
import { Answer } from './answer.js';
import classes from './ask-tab.module.css';

const EXAMPLES = [
  'error rate of each service today',
  'slowest services in the last 6 hours',
  'error logs by service yesterday',
  'which models cost the most in the last 7 days',
];

/** Asks a question in words, and shows the query that it became, why, and its answer. */
export function AskTab({ state: { question }, update }: TabProps): ReactNode {
  const { zone } = useScope();
  const [typed, setTyped] = useState(question);
  useEffect(() => setTyped(question), [question]);
  const body = { question, time_zone: zone };
  const options = { enabled: question !== '', staleTime: Infinity, keepsPrevious: false };
  const { data, error, refetch } = useApi('POST /ai/query', { body }, options);
  const ask = (text: string): void => update({ question: text.trim() });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (typed.trim() === question && question !== '') void refetch();
    else ask(typed);
  };
  return (
    <div className={classes.tab} tabIndex={0} role="group" aria-label="Questions">
      <form className={classes.form} onSubmit={submit}>
        <TextField
          label="Question"
          value={typed}
          maxLength={500}
          placeholder="how many error logs did checkout have yesterday"
          onChange={setTyped}
        />
        <Button type="submit" kind="primary" disabledReason={typed.trim() === '' ? 'Type a question.' : undefined}>
          Ask
        </Button>
      </form>
      {error && <ErrorBox error={error} onRetry={() => void refetch()} />}
      {question === '' && (
        <Empty
          title="Ask in words"
          text="Rules turn a question into one of the queries that you can make yourself, and show it. No model is asked, unless the project names one that rewords questions (svc evals set-config); every word has to be understood."
        >
          {EXAMPLES.map((example) => (
            <Button key={example} onClick={() => ask(example)}>
              {example}
            </Button>
          ))}
        </Empty>
      )}
      {question !== '' && data && <Answer question={question} answer={data} onAsk={ask} />}
    </div>
  );
}

import { useState, type ReactNode } from 'react';
import type { ErrorEvent } from '../../gen/api.js';
import { Segmented } from '../../ui/controls/segmented.js';
import { CodeBlock } from '../../ui/feedback/code-block.js';
import { ExceptionView } from './exception-view.js';
import classes from './stack.module.css';

const VIEWS = [
  { value: 'own', label: 'Own code' },
  { value: 'all', label: 'All frames' },
  { value: 'raw', label: 'As sent' },
] as const;

const UNREADABLE: Readonly<Record<string, string>> = {
  partial: 'Some frames are not readable, because symbol files are missing. Open such a frame to see which.',
  missing: 'The stack is not readable, because its symbol files are missing. Open a frame to see which.',
};

interface StackViewProps {
  readonly error: ErrorEvent;
  /** Extent to which symbol files made the stack readable. */
  readonly symbolication: string;
}

/** The exceptions of an error with their stacks: readable, or as they were sent. */
export function StackView({ error, symbolication }: StackViewProps): ReactNode {
  const [view, setView] = useState<(typeof VIEWS)[number]['value']>('own');
  const { exceptions, raw_stacktrace: raw = '' } = error;
  const note = UNREADABLE[symbolication];
  const options = VIEWS.filter(({ value }) => value !== 'raw' || raw !== '');
  return (
    <div className={classes.stack}>
      {exceptions.some(({ frames }) => frames.length > 0) && (
        <Segmented label="Frames" value={view} options={options} onChange={setView} />
      )}
      {note !== undefined && <p className={classes.note}>{note}</p>}
      {view === 'raw' ? (
        <CodeBlock label="Stack as it was sent" text={raw} />
      ) : (
        exceptions.map((exception, nth) => <ExceptionView key={nth} exception={exception} isWhole={view === 'all'} />)
      )}
    </div>
  );
}

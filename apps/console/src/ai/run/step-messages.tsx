import { useState, type ReactNode } from 'react';
import type { AgentRunContent, AgentRunMessage, AgentRunMessagePart } from '../../gen/api.js';
import { formatCount } from '../../time/amounts.js';
import { Badge } from '../../ui/controls/badge.js';
import { Button } from '../../ui/controls/button.js';
import { PanelSection } from '../../ui/layout/panel.js';
import { OutsideText } from '../../ui/text/outside-text.js';
import { LazyJson } from '../../ui/value/lazy-json.js';
import classes from './step-messages.module.css';
import { toJson } from './usage.js';

/** The last messages are shown first; a call repeats those before it. */
const SHOWN = 6;
const MAX_TEXT = 4_000;

/** Shows what a step received and returned. */
export function StepMessages({
  content: { input, output, truncated },
}: {
  readonly content: AgentRunContent;
}): ReactNode {
  const [showsAll, setShowsAll] = useState(false);
  const hidden = showsAll ? 0 : Math.max(0, input.length - SHOWN);
  return (
    <>
      <PanelSection title="Received">
        {input.length === 0 && <p className={classes.note}>The instrumentation does not record it.</p>}
        {hidden > 0 && (
          <Button onClick={() => setShowsAll(true)}>{`Show ${formatCount(hidden)} earlier messages`}</Button>
        )}
        <MessageList label="Received messages" messages={input.slice(hidden)} />
      </PanelSection>
      <PanelSection title="Returned">
        {output.length === 0 && <p className={classes.note}>The instrumentation does not record it.</p>}
        <MessageList label="Returned messages" messages={output} />
      </PanelSection>
      {truncated && <p className={classes.note}>The content has more than 512 KiB; the rest is left out.</p>}
    </>
  );
}

interface MessageListProps {
  readonly label: string;
  readonly messages: readonly AgentRunMessage[];
}

function MessageList({ label, messages }: MessageListProps): ReactNode {
  return (
    <ol aria-label={label} className={classes.messages}>
      {messages.map(({ role, parts }, index) => (
        <li key={index} className={classes.message}>
          <Badge tone={role === 'user' ? 'info' : 'neutral'}>{role || 'message'}</Badge>
          {parts.map((part, nth) => (
            <Part key={nth} part={part} />
          ))}
        </li>
      ))}
    </ol>
  );
}

function Part({ part: { type, text, name, id } }: { readonly part: AgentRunMessagePart }): ReactNode {
  const json = toJson(text);
  const heading = [type === 'text' ? '' : type.replaceAll('_', ' '), name, id].filter(Boolean).join(' · ');
  return (
    <div className={classes.part}>
      {heading !== '' && (
        <p className={classes.heading}>
          <OutsideText text={heading} limit={200} />
        </p>
      )}
      {json ? (
        <LazyJson label={heading || 'Content'} value={json} fileName={`${name || type}.json`} />
      ) : (
        <p className={classes.text}>
          <OutsideText text={text} limit={MAX_TEXT} />
        </p>
      )}
    </div>
  );
}

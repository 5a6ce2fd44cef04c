import type { ReactNode } from 'react';
import { Button } from '../../ui/controls/button.js';
import { Empty } from '../../ui/feedback/empty.js';
import { OutsideText } from '../../ui/text/outside-text.js';
import { useEventNames } from '../parts/use-event-fields.js';

interface NoEventsProps {
  readonly text: string;
  readonly onPick: (event: string) => void;
}

const OFFERED = 6;

/** Offers the events of the project where none is chosen; teaches the first step where there are none. */
export function NoEvents({ text, onPick }: NoEventsProps): ReactNode {
  const names = useEventNames();
  return (
    <Empty
      title="Choose an event"
      text={text}
      {...(names.length === 0 && {
        command: `svc send event "order placed" --distinct-id u-42 --properties '{"total":99.5}'`,
      })}
    >
      {names.slice(0, OFFERED).map((name) => (
        <Button key={name} onClick={() => onPick(name)}>
          <OutsideText text={name} limit={60} />
        </Button>
      ))}
    </Empty>
  );
}

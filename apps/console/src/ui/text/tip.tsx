import type { ReactNode } from 'react';
import { toPlainText } from '../../text/segments.js';

interface TipProps {
  /** May be from outside: characters that act are left out. There is no tooltip without text. */
  readonly text: string | undefined;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

/** A part of a page with a tooltip. */
export function Tip({ text, className, children }: TipProps): ReactNode {
  return (
    <span className={className} title={text === undefined || text === '' ? undefined : toPlainText(text)}>
      {children}
    </span>
  );
}

import { useMemo } from 'react';
import { parseAnsi, type AnsiRun } from '../../text/ansi.js';
import classes from './ansi-text.module.css';
import { OutsideText } from './outside-text.js';

/** A text from outside in the colours that it asks a terminal for, out of a palette of sixteen. */
export function AnsiText({ text, limit = 20_000 }: { readonly text: string; readonly limit?: number }) {
  const runs = useMemo(() => parseAnsi(text.slice(0, limit)), [text, limit]);
  return (
    <>
      {runs.map((run, index) => (
        <span key={index} className={toClasses(run)}>
          <OutsideText text={run.text} limit={limit} />
        </span>
      ))}
      {text.length > limit && <OutsideText text={text.slice(limit)} limit={0} />}
    </>
  );
}

function toClasses({ foreground, background, bold, dim, italic, underline }: AnsiRun): string {
  const names = [
    foreground === undefined ? undefined : `fg${foreground}`,
    background === undefined ? undefined : `bg${background}`,
    bold && 'bold',
    dim && 'dim',
    italic && 'italic',
    underline && 'underline',
  ];
  return names.flatMap((name) => (name === undefined ? [] : (classes[name] ?? []))).join(' ');
}

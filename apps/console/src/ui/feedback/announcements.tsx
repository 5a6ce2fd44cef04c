import { useEffect, useState, type ReactNode } from 'react';
import { OutsideText } from '../text/outside-text.js';
import classes from './announcements.module.css';

/** Time for which an announcement is shown, in milliseconds. */
const SHOWN_MS = 4000;

/** UTF-16 units of an announcement that are shown. */
const MAX_TEXT = 300;

let show: (text: string) => void = () => undefined;

/** Shows a short text at the edge of the window and has it read out, such as `Copied`. */
export function announce(text: string): void {
  show(text);
}

/** The place of announcements; used once, by the shell. */
export function Announcements(): ReactNode {
  const [text, setText] = useState('');
  useEffect(() => {
    show = setText;
    return () => {
      show = () => undefined;
    };
  }, []);
  useEffect(() => {
    if (text === '') return undefined;
    const timer = setTimeout(() => setText(''), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return (
    <div role="status" className={classes.place}>
      {text !== '' && (
        <p className={classes.text}>
          <OutsideText text={text} limit={MAX_TEXT} />
        </p>
      )}
    </div>
  );
}

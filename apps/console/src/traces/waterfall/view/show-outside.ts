import { splitText } from '../../../text/segments.js';
import classes from './show-outside.module.css';

/** Names are cut after so many UTF-16 units; the panel of the span has the rest. */
const MOST = 300;
const PLAIN = /^[\x20-\x7e]*$/;

/** Writes a text. A text node that is there is reused, because a new one costs the browser several times as much. */
export function setText(element: HTMLElement, text: string): void {
  const { firstChild } = element;
  if (text === '' || !(firstChild instanceof Text) || firstChild.nextSibling !== null) element.textContent = text;
  else if (firstChild.data !== text) firstChild.data = text;
}

/** Writes a text from outside into an element, as `OutsideText` renders it: characters that act or hide become chips. */
export function showOutside(element: HTMLElement, text: string): void {
  if (text.length <= MOST && PLAIN.test(text)) {
    setText(element, text);
    return;
  }
  const { segments, left } = splitText(text, [], MOST);
  element.replaceChildren(
    ...segments.map((segment) => {
      if (segment.kind !== 'chip') return segment.text;
      const chip = document.createElement('span');
      chip.className = classes['chip'] ?? '';
      chip.textContent = segment.name;
      return chip;
    }),
    left > 0 ? '…' : '',
  );
}

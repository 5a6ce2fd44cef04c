import { classOfKey } from './key.js';
import { matches } from './matches.js';
import { REDACTED, type Spans } from './spans.js';

/** An element without children, and a pair of name and value in JSON, as lists of headers and form fields have it. */
const ELEMENT = /<([\w.:-]{1,64})(?:\s[^<>]{0,200})?>([^<>]{1,4096})<\//g;
const PAIR =
  /\\?"(?:name|key|field)\\?"\s{0,4}:\s{0,4}\\?"([^"\\]{1,64})\\?"\s{0,4},\s{0,4}\\?"value\\?"\s{0,4}:\s{0,4}\\?"([^"\\]{1,4096})/g;

/** Finds credentials in markup and in lists of pairs: `<password>x</password>`, `{"name":"password","value":"x"}`. */
export function findMarkedUp(text: string, spans: Spans): void {
  if (text.includes('</')) findValues(ELEMENT, text, spans);
  if (text.includes('value')) findValues(PAIR, text, spans);
}

function findValues(expression: RegExp, text: string, spans: Spans): void {
  for (const { 0: whole, 1: name = '', 2: value = '', index } of matches(expression, text)) {
    if (value === REDACTED || classOfKey(name) !== 'credential') continue;
    const start = index + whole.lastIndexOf(value);
    spans.add(start, start + value.length);
  }
}

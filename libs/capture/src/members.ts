/** The position of an event in the text of a request, and the number of members in the text; the parsed event has no duplicates. */
export interface EventText {
  readonly start: number;
  readonly end: number;
  /** Number of members of the event itself. */
  readonly own: number;
  /** Numbers of members of its nested objects. */
  readonly inner: number;
}

const QUOTE = 34;
const COMMA = 44;
const COLON = 58;
const BACKSLASH = 92;
/** Depth of the array of events in a request; its events are one level deeper. */
const LIST_DEPTH = 2;

/** The events in the text of a request, and how often it has a list of events. */
export interface LocatedEvents {
  readonly events: readonly EventText[];
  readonly count: number;
}

/** Finds the events in the text of a request that JSON.parse has accepted, so that duplicate names can be detected. */
export function locateEvents(text: string): LocatedEvents {
  let events: EventText[] = [];
  let count = 0;
  let depth = 0;
  let inList = false;
  let name = '';
  let start = -1;
  let own = 0;
  let inner = 0;
  const endEvent = (end: number): void => {
    if (start >= 0) events.push({ start, end, own, inner });
    start = -1;
    own = inner = 0;
  };
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code <= 32) continue;
    if (inList && depth === LIST_DEPTH && start < 0 && code !== COMMA && code !== 93) start = i;
    if (code === QUOTE) {
      const end = endOfString(text, i);
      if (depth === 1) name = text.slice(i, end);
      i = end - 1;
    } else if (code === 123 || code === 91) {
      depth++;
      if (depth === LIST_DEPTH && code === 91 && isEvents(name)) {
        // The last of several members of the same name counts, as for JSON.parse.
        events = [];
        count++;
        inList = true;
      }
    } else if (code === 125 || code === 93) {
      if (depth === LIST_DEPTH && inList) {
        endEvent(i);
        inList = false;
      }
      depth--;
    } else if (code === COLON && start >= 0) {
      if (depth === LIST_DEPTH + 1) own++;
      else if (depth === LIST_DEPTH + 2) inner++;
    } else if (code === COMMA && depth === LIST_DEPTH && inList) endEvent(i);
  }
  return { events, count };
}

/** Returns the duplicate members of an event, as `field` or `field.name`. */
export function repeatedMembers(text: string): Set<string> {
  const seen = new Set<string>();
  const repeated = new Set<string>();
  let depth = 0;
  let field = '';
  let last = '';
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === QUOTE) {
      const end = endOfString(text, i);
      last = text.slice(i, end);
      i = end - 1;
    } else if (code === 123 || code === 91) depth++;
    else if (code === 125 || code === 93) depth--;
    else if (code === COLON && depth <= 2) {
      const name = JSON.parse(last) as string;
      if (depth === 1) field = name;
      const path = depth === 1 ? name : `${field}.${name}`;
      if (seen.has(path)) repeated.add(depth === 1 ? name : `${field}.`);
      seen.add(path);
    }
  }
  return repeated;
}

function isEvents(token: string): boolean {
  return token === '"events"' || (token.includes('\\') && JSON.parse(token) === 'events');
}

/** The position after the closing quote. */
function endOfString(text: string, opening: number): number {
  for (let quote = text.indexOf('"', opening + 1); ; quote = text.indexOf('"', quote + 1)) {
    let slashes = 0;
    while (text.charCodeAt(quote - 1 - slashes) === BACKSLASH) slashes++;
    if (slashes % 2 === 0) return quote + 1;
  }
}

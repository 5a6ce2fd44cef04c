import { isObject } from '../read.js';

/** Names of members and indexes of items, from the outside in; none are the value itself. */
export type Path = readonly (string | number)[];

const LONGEST = 500;
const DEEPEST = 16;
/** A name, with a dot before it unless it is the first; an index; or a name in quotes, in which a backslash escapes. */
const STEP = /(?:^|(?!^)\.)([^.[\]"\s][^.[\]"]*)|\[(\d{1,6})\]|\["((?:[^"\\]|\\["\\])+)"\]/y;

/**
 * Parses a path in the notation in which errors of this service name fields: `alerts[0].labels`. A name with dots or brackets is in
 * quotes: `labels["host.name"]`. The empty path is the value itself; undefined for what is no path.
 */
export function parsePath(text: string): Path | undefined {
  if (text.length > LONGEST) return undefined;
  const steps: (string | number)[] = [];
  STEP.lastIndex = 0;
  while (STEP.lastIndex < text.length) {
    const match = STEP.exec(text);
    if (!match || steps.length === DEEPEST) return undefined;
    const [, name, index, quoted = ''] = match;
    steps.push(name ?? (index === undefined ? quoted.replaceAll(/\\(.)/g, '$1') : Number(index)));
  }
  return steps;
}

/** The value at a path; undefined if there is none. */
export function readPath(value: unknown, path: Path): unknown {
  let found = value;
  for (const step of path) {
    if (typeof step === 'number') found = Array.isArray(found) ? (found as readonly unknown[])[step] : undefined;
    else found = isObject(found) && Object.hasOwn(found, step) ? found[step] : undefined;
  }
  return found;
}

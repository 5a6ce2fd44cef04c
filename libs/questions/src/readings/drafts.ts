import type { Name } from '../catalog/catalog.js';
import { Facts } from '../facts/facts.js';
import type { Window } from '../time/window.js';
import type { Item } from '../words/item.js';
import { READERS } from './readers.js';
import type { Draft, Reader } from './reading.js';

/** A name or a time that can mean many things is read in at most this many ways. */
const MAX_ASSIGNMENTS = 8;
/** More names than any operation takes. */
const MAX_NAMES_ASKED = 12;

export interface Asked {
  readonly items: readonly Item[];
  /** The windows that the time can mean; one undefined window if no time is named. */
  readonly windows: readonly (Window | undefined)[];
  readonly now: number;
  readonly zone: string;
}

/** Every call that a question can mean, the most plausible first, each once. */
export function readDrafts(asked: Asked): readonly Draft[] {
  if (asked.items.filter(({ kind }) => kind === 'name').length > MAX_NAMES_ASKED) return [];
  const drafts = READERS.flatMap((reader) => draftsOf(reader, asked));
  const unique = new Map(
    drafts.map((draft) => [JSON.stringify([draft.operation, draft.parameters, draft.view]), draft]),
  );
  return [...unique.values()].sort((one, other) => other.score - one.score);
}

function draftsOf(reader: Reader, { items, windows, now, zone }: Asked): readonly Draft[] {
  const takes = new Set<string>([...reader.takes, 'subject', 'name', 'filler']);
  const isTaken = items.every(
    ({ kind, value }) => takes.has(kind) && (kind !== 'subject' || reader.subjects.includes(value)),
  );
  if (!isTaken) return [];
  return assignments(reader, items).flatMap((names) =>
    windows.flatMap((window) => reader.read(new Facts(items, names), { now, zone, window })),
  );
}

/** The ways in which a reader can take the names of a question: one meaning for each; none if a name has no meaning for it. */
function assignments({ names: kinds }: Reader, items: readonly Item[]): readonly (readonly Name[])[] {
  let found: (readonly Name[])[] = [[]];
  for (const item of items) {
    if (item.kind !== 'name') continue;
    const options = (item.names ?? []).filter(({ kind }) => kinds.includes(kind));
    found = found.flatMap((names) => options.map((option) => [...names, option])).slice(0, MAX_ASSIGNMENTS);
  }
  return found;
}

/** Notes of R8 about a method, in comments after its line. */
export interface MethodNotes {
  /** The compiler made it, so it has no source. */
  readonly isSynthesized?: true;
  /** Its code was cut out of other methods; the frame belongs to its caller. */
  readonly isOutline?: true;
  /** For a caller of an outline: its own line by the line within the outline. */
  readonly callSites?: Readonly<Record<string, number>>;
  /** Calls to remove if the exception is of one of these types, in pairs of type and count. */
  readonly removals?: readonly { readonly type: string; readonly count: number }[];
}

type Json = Readonly<Record<string, unknown>>;

const PREFIX = 'com.android.tools.r8.';

/** Adds a comment to the notes of a method. */
export function addNote(notes: MethodNotes, comment: Json): MethodNotes {
  switch (typeof comment.id === 'string' ? comment.id.replace(PREFIX, '') : '') {
    case 'synthesized':
      return { ...notes, isSynthesized: true };
    case 'outline':
      return { ...notes, isOutline: true };
    case 'outlineCallsite':
      return { ...notes, callSites: toCallSites(comment.positions) };
    case 'rewriteFrame':
      return { ...notes, removals: [...(notes.removals ?? []), ...toRemovals(comment)] };
    default:
      // A residual signature only distinguishes overloads by their types, which stacks do not have.
      return notes;
  }
}

function toCallSites(positions: unknown): Readonly<Record<string, number>> {
  if (typeof positions !== 'object' || positions === null) return {};
  const entries = Object.entries(positions).filter((entry): entry is [string, number] => Number.isInteger(entry[1]));
  return Object.fromEntries(entries.filter(([line]) => /^\d+$/.test(line)));
}

function toRemovals({ conditions, actions }: Json): { type: string; count: number }[] {
  if (!Array.isArray(conditions) || !Array.isArray(actions)) return [];
  const types = conditions.flatMap((condition) => /^throws\(L(.+);\)$/.exec(String(condition))?.[1] ?? []);
  const counts = actions.flatMap((action) => /^removeInnerFrames\((\d{1,3})\)$/.exec(String(action))?.[1] ?? []);
  const [type] = types;
  const count = Number(counts[0]);
  // Several conditions would all have to hold, and an exception has only one type.
  return type !== undefined && types.length === conditions.length && new Set(types).size === 1 && count > 0
    ? [{ type: type.replaceAll('/', '.'), count }]
    : [];
}

import { EVIDENCE_KINDS, type Evidence, type EvidenceKind } from '@svc/investigations';

/** The wishes of a message besides the place and the time. */
export interface Commands {
  /** Kinds that it asks to check. */
  readonly kinds: readonly EvidenceKind[];
  /** IDs of evidence that it asks to run again. */
  readonly reruns: readonly string[];
  /** Words after `check` and `rerun` that name nothing. */
  readonly unknown: readonly string[];
}

/** Shortest beginning of an ID that may stand for it. */
const MIN_ID = 8;

/** The words after a command: names with commas or `and` between them. */
const COMMAND = /\b(check|rerun)\s+([\w-]+(?:\s*(?:,|\band\b)\s*(?!(?:check|rerun)\b)[\w-]+)*)/gi;
const BETWEEN = /\s*(?:,|\band\b)\s*/i;

/**
 * Reads the commands of a message: `check log_pattern, issue` and `rerun 4f1c22d0`. Kinds may be written with blanks instead of underscores
 * if they are one command by themselves.
 *
 * @param evidence that can be run again, which the beginning of an ID names, too.
 */
export function readCommands(message: string, evidence: readonly Pick<Evidence, 'id'>[]): Commands {
  const kinds = new Set<EvidenceKind>();
  const reruns = new Set<string>();
  const unknown: string[] = [];
  for (const [, command = '', names = ''] of normalizeKinds(message).matchAll(COMMAND)) {
    for (const name of names.split(BETWEEN)) {
      const kind = EVIDENCE_KINDS.find((known) => known === name.toLowerCase());
      const [found, other] = evidence.filter(({ id }) => name.length >= MIN_ID && id.startsWith(name.toLowerCase()));
      if (command.toLowerCase() === 'check' && kind) kinds.add(kind);
      else if (command.toLowerCase() === 'rerun' && found && !other) reruns.add(found.id);
      else unknown.push(name);
    }
  }
  return { kinds: [...kinds], reruns: [...reruns], unknown };
}

/** `log patterns` is written `log_pattern`. */
function normalizeKinds(message: string): string {
  return EVIDENCE_KINDS.filter((kind) => kind.includes('_')).reduce(
    (text, kind) => text.replaceAll(new RegExp(`\\b${kind.replaceAll('_', '[ _-]')}s?\\b`, 'gi'), kind),
    message,
  );
}

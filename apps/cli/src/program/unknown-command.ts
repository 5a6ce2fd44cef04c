import { distance } from 'fastest-levenshtein';
import type { Command, Family } from '../command/command.js';
import { published } from '../gen/operations.js';
import { usageError, type Failure } from '../runtime/failure.js';

/**
 * Returns the failure for a command line whose words name no command, so that `--help` does not hide it; undefined if they name one
 * or the beginning of one. Commands of the published interface that do not exist yet are named as such.
 *
 * @param words the words without flags and their values
 */
export function findUnknownCommand(words: readonly string[], catalog: readonly Family[]): Failure | undefined {
  let candidates: readonly Command[] = catalog.flatMap((family) => family.commands);
  for (const [index, word] of words.entries()) {
    if (candidates.some((command) => command.words.length === index)) return undefined;
    const matching = candidates.filter((command) => namesAt(command, index).includes(word));
    if (matching.length === 0) return unknown(words, index, candidates);
    candidates = matching;
  }
  return undefined;
}

function namesAt({ words, aliases = [] }: Command, index: number): readonly string[] {
  return index === words.length - 1 ? [words[index] ?? '', ...aliases] : words.slice(index, index + 1);
}

function unknown(words: readonly string[], index: number, candidates: readonly Command[]): Failure {
  const planned = [words.length, index + 1].map((end) => words.slice(0, end).join(' ')).find(isPlanned);
  if (planned !== undefined) return usageError(`'svc ${planned}' is not in this release`);
  const word = words[index] ?? '';
  const names = [...new Set(candidates.flatMap((command) => namesAt(command, index)))];
  const similar = names.find((name) => isTypingMistake(word, name));
  return usageError(`unknown command '${word}'${similar === undefined ? '' : ` (Did you mean ${similar}?)`}`);
}

/** One letter is wrong, missing or too many, or two have changed places. */
function isTypingMistake(typed: string, name: string): boolean {
  const letters = (word: string): string => [...word].sort().join('');
  const edits = distance(typed, name);
  return edits === 1 || (edits === 2 && letters(typed) === letters(name));
}

function isPlanned(path: string): boolean {
  return published.some((command) => command === path || command.startsWith(`${path} `));
}

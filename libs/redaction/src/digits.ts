import { matches } from './matches.js';
/** A group is a sequence of digits; the groups of a run have the same separator between them. */
export interface DigitGroup {
  readonly start: number;
  readonly end: number;
}

const GROUP = /\d+/g;
const SEPARATORS = ' .-';

/** Finds runs of digit groups that are separated by the same single character; a lone group is a run too. */
export function digitRuns(text: string): DigitGroup[][] {
  const runs: DigitGroup[][] = [];
  let run: DigitGroup[] = [];
  let separator = '';
  for (const { 0: digits, index } of matches(GROUP, text)) {
    const group = { start: index, end: index + digits.length };
    const last = run.at(-1);
    const between = last && index - last.end === 1 ? (text[last.end] ?? '') : '';
    const continues = between !== '' && SEPARATORS.includes(between);
    if (continues && (separator === '' || separator === between)) {
      run.push(group);
      separator = between;
    } else {
      if (last) runs.push(run);
      // When the separator changes, the last group may also start the next run.
      run = continues && last ? [last, group] : [group];
      separator = continues ? between : '';
    }
  }
  if (run.length > 0) runs.push(run);
  return runs;
}

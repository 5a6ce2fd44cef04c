import { parseDuration } from '../format/duration.js';
import { parseFloatText } from '../format/float.js';
import type { Labels } from '../labels/labels.js';
import { unquote } from '../syntax/unquote.js';
import { parseSeries, type Point } from './series.js';
import { parseStarts } from './starts.js';

/** Series that a script loads; the points of each begin at the epoch. */
export interface Load {
  readonly kind: 'load';
  /** Milliseconds between points. */
  readonly step: number;
  readonly withHistograms: boolean;
  readonly series: readonly {
    readonly labels: Labels;
    readonly points: readonly Point[];
    readonly starts?: readonly Point[] | undefined;
  }[];
}

export type ExpectationKind = 'ordered' | 'fail' | 'warn' | 'no_warn' | 'info' | 'no_info';

export interface Expectation {
  readonly kind: ExpectationKind;
  matches(message: string): boolean;
}

/** A query of a script, and what is expected of it. Times are milliseconds. */
export interface Evaluation {
  readonly kind: 'eval';
  readonly line: number;
  readonly expr: string;
  readonly isRange: boolean;
  readonly start: number;
  readonly end: number;
  readonly step: number;
  readonly expectations: readonly Expectation[];
  /** The instants of the points of a range vector. */
  readonly window: { readonly start: number; readonly step: number } | undefined;
  readonly text: string | undefined;
  readonly scalar: number | undefined;
  readonly series: readonly { readonly labels: Labels; readonly points: readonly Point[] }[];
}

export type Command =
  | Load
  | Evaluation
  | { readonly kind: 'clear' }
  | { readonly kind: 'invalid'; readonly line: number; readonly reason: string };

/** Reads a script of tests of Prometheus. Commands that cannot be read are part of the result. */
export function parseScript(script: string): Command[] {
  const lines = script.split('\n').map((line) => line.trim().replace(/^#.*$/, ''));
  const commands: Command[] = [];
  for (let index = 0; index < lines.length; index++) {
    if (lines[index] === '') continue;
    const start = index;
    while (index + 1 < lines.length && lines[index + 1] !== '') index++;
    commands.push(parseCommand(lines.slice(start, index + 1), start + 1, (rest) => (index = start + rest)));
  }
  return commands;
}

function parseCommand(lines: readonly string[], line: number, back: (rest: number) => void): Command {
  try {
    if (/^clear\b/.test(lines[0])) {
      back(0);
      return { kind: 'clear' };
    }
    return lines[0].startsWith('load') ? parseLoad(lines) : parseEvaluation(lines, line);
  } catch (error) {
    return { kind: 'invalid', line, reason: error instanceof Error ? error.message : String(error) };
  }
}

function parseLoad(lines: readonly string[]): Load {
  const [, nhcb, step] = /^load(?:_(with_nhcb))?\s+(.+?)$/.exec(lines[0]) ?? [];
  const series: Load['series'][number][] = [];
  let starts: Point[] | undefined;
  for (const line of lines.slice(1)) {
    const found = parseStarts(line);
    if (!found) series.push({ ...parseSeries(line), starts });
    starts = found;
  }
  return { kind: 'load', step: milliseconds(step), withHistograms: nhcb !== undefined, series };
}

const INSTANT = /^eval(?:_(fail|warn|ordered|info))?\s+instant\s+(?:at\s+(.+?))?\s+(.+)$/;
const RANGE = /^eval(?:_(fail|warn|info))?\s+range\s+from\s+(.+)\s+to\s+(.+)\s+step\s+(.+?)\s+(.+)$/;

function parseEvaluation(lines: readonly string[], line: number): Evaluation {
  const instant = INSTANT.exec(lines[0]);
  const range = instant ? null : RANGE.exec(lines[0]);
  const [mode, from, to, step, expr] = instant
    ? [instant[1], instant[2], instant[2], '0', instant[3]]
    : (range?.slice(1) ?? []);
  if (expr === undefined) throw new Error(`not a command: ${lines[0]}`);
  const expectations: Expectation[] = mode === undefined ? [] : [anyOf(mode)];
  const series: Evaluation['series'][number][] = [];
  let window: Evaluation['window'];
  let text: string | undefined;
  let scalar: number | undefined;
  for (const one of lines.slice(1)) {
    const [, start, , windowStep] = /^expect range vector\s+from\s+(.+)\s+to\s+(.+)\s+step\s+(.+)$/.exec(one) ?? [];
    if (start !== undefined) window = { start: milliseconds(start), step: milliseconds(windowStep) };
    else if (one.startsWith('expect string')) text = unquote(one.replace(/^expect string\s*/, ''));
    else if (/^expect(ed_fail_\w+)?\s/.test(one)) expectations.push(parseExpectation(one));
    else if (parseFloatText(one) !== undefined) scalar = parseFloatText(one);
    else series.push(parseSeries(one));
  }
  const times = { start: milliseconds(from), end: milliseconds(to), step: milliseconds(step) };
  return { kind: 'eval', line, expr, isRange: range !== null, ...times, expectations, window, text, scalar, series };
}

function anyOf(kind: string): Expectation {
  return { kind: kind as ExpectationKind, matches: () => true };
}

function parseExpectation(line: string): Expectation {
  const old = /^expected_fail_(message|regexp)\s+(.*)$/.exec(line);
  const found = /^expect\s+(ordered|fail|warn|no_warn|info|no_info)(?:\s+(regex|msg):(.+))?$/.exec(line);
  const [kind, how, what] = old ? ['fail', old[1] === 'message' ? 'msg' : 'regex', old[2]] : (found?.slice(1) ?? []);
  if (kind === undefined) throw new Error(`not an expectation: ${line}`);
  if (what === undefined) return anyOf(kind);
  const wanted = what.trim();
  const pattern = how === 'regex' ? new RegExp(wanted) : undefined;
  return { kind: kind as ExpectationKind, matches: (message) => pattern?.test(message) ?? message === wanted };
}

function milliseconds(text: string): number {
  const found = parseDuration(text);
  if (found === undefined) throw new Error(`not a duration: ${text}`);
  return found;
}

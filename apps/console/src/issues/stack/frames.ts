import type { ErrorException, StackFrame } from '../../gen/api.js';

/** Frames in a row that are of libraries, or one frame of the application. */
export type Run =
  | { readonly kind: 'own'; readonly frame: StackFrame; readonly index: number }
  | { readonly kind: 'library'; readonly frames: readonly StackFrame[]; readonly index: number };

/** The frames in their order, those of libraries that follow each other as one. */
export function toRuns(frames: readonly StackFrame[]): readonly Run[] {
  const runs: Run[] = [];
  let library: StackFrame[] = [];
  frames.forEach((frame, index) => {
    if (frame.in_app) {
      runs.push({ kind: 'own', frame, index });
      library = [];
    } else if (library.length > 0) library.push(frame);
    else {
      library = [frame];
      runs.push({ kind: 'library', frames: library, index });
    }
  });
  return runs;
}

export interface SourceLine {
  /** Counted from 1; undefined if the line of the call is not known. */
  readonly number: number | undefined;
  readonly text: string;
  readonly isCall: boolean;
}

/** The lines of source around a call; none if they are not known. */
export function toSourceLines({ context, line }: Pick<StackFrame, 'context' | 'line'>): readonly SourceLine[] {
  if (!context) return [];
  const { before, line: call, after } = context;
  const first = line === undefined ? undefined : line - before.length;
  return [...before, call, ...after].map((text, nth) => ({
    number: first === undefined ? undefined : first + nth,
    text,
    isCall: nth === before.length,
  }));
}

/** File, line and column of a call; empty if the file is not known. */
export function formatPlace({ file, line, column }: Pick<StackFrame, 'file' | 'line' | 'column'>): string {
  if (file === '') return '';
  return [file, line, line === undefined ? undefined : column].filter((part) => part !== undefined).join(':');
}

/** The index of the frame whose source is shown first: the first of the application with source, or with a place. */
export function findFirstOwn(frames: readonly StackFrame[]): number {
  const withSource = frames.findIndex(({ in_app: isOwn, context }) => isOwn && context !== undefined);
  return withSource >= 0 ? withSource : frames.findIndex(({ in_app: isOwn }) => isOwn);
}

/** The beginning of an exception in words. */
export function describeRelation({ relation }: Pick<ErrorException, 'relation'>): string | undefined {
  if (relation === 'cause') return 'Caused by';
  return relation === 'suppressed' ? 'Suppressed' : undefined;
}

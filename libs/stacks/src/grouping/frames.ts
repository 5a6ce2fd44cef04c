import type { Exception, Frame, Platform } from '../stack.js';
import { normalizeFile } from './file-name.js';
import { normalizeName } from './function-name.js';

/** Frames of an error that count for grouping. */
export const MAX_CONTRIBUTING = 20;
/** A longer line of source is that of a minified file. */
const MAX_CONTEXT = 120;

/** Platforms whose modules name the code better than their files. */
const BY_MODULE: ReadonlySet<Platform> = new Set<Platform>(['java', 'android', 'go', 'csharp', 'rust', 'apple', 'php']);
/** Platforms whose source line distinguishes two errors of a function. */
const BY_CONTEXT: ReadonlySet<Platform> = new Set<Platform>(['javascript', 'node', 'python', 'ruby', 'php']);

/** Frames of equal lines are the same object, see `FrameCache`. */
const keys = new WeakMap<Frame, string>();

/** Identifies the function of a frame whatever its line is; '' if nothing is known. */
export function frameKey(platform: Platform, frame: Frame): string {
  let key = keys.get(frame);
  if (key === undefined) keys.set(frame, (key = computeKey(platform, frame)));
  return key;
}

function computeKey(platform: Platform, frame: Frame): string {
  const module = frame.module ?? '';
  const isModule = module !== '' && (BY_MODULE.has(platform) || frame.file === undefined);
  const place = isModule ? normalizeName(platform, module) : normalizeFile(frame.file ?? '');
  const name = normalizeName(platform, frame.function ?? '');
  return place === '' && name === '' ? '' : `${place}|${name}`;
}

/** The exceptions whose frames and types decide: the reported one and its innermost cause, which threw first. */
export function decidingExceptions(exceptions: readonly Exception[]): readonly Exception[] {
  const thrown = exceptions[0];
  if (!thrown) return [];
  const cause = exceptions.findLast(({ relation }) => relation === 'cause');
  return cause ? [cause, thrown] : [thrown];
}

export interface ContributingFrames {
  readonly keys: readonly string[];
  /** Whether there were frames of the application itself. */
  readonly areInApp: boolean;
  /** The first of them: where the error was thrown. */
  readonly first: Frame | undefined;
}

/** The functions in the order of calls, the one that threw first, each once: so recursion of any depth counts as one call. */
export function contributingFrames(platform: Platform, exceptions: readonly Exception[]): ContributingFrames {
  const frames = decidingExceptions(exceptions).flatMap((exception) => exception.frames);
  const own = collect(platform, frames, true);
  return own.keys.length > 0 ? own : collect(platform, frames, false);
}

function collect(platform: Platform, frames: readonly Frame[], areInApp: boolean): ContributingFrames {
  const found = new Set<string>();
  let first: Frame | undefined;
  for (const frame of frames) {
    if (areInApp && !frame.inApp) continue;
    const key = frameKey(platform, frame);
    if (key === '') continue;
    first ??= frame;
    found.add(key);
    if (found.size === MAX_CONTRIBUTING) break;
  }
  return { keys: [...found], areInApp, first };
}

/** The line of source that threw, if it is known and written by a person. */
export function contextLine(platform: Platform, frame: Frame | undefined): string {
  const line = BY_CONTEXT.has(platform) ? (frame?.context?.line.trim() ?? '') : '';
  return line.length <= MAX_CONTEXT ? line : '';
}

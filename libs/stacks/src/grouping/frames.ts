import type { Exception, Frame, Platform } from '../stack.js';
import { normalizeName } from './function-name.js';

/** Frames of an error that count for grouping. */
export const MAX_CONTRIBUTING = 20;
/** A longer line of source is that of a minified file. */
const MAX_CONTEXT = 120;

/** Platforms whose modules name the code better than their files. */
const BY_MODULE: ReadonlySet<Platform> = new Set<Platform>(['java', 'android', 'go', 'csharp', 'rust', 'apple', 'php']);
/** Platforms whose source line distinguishes two errors of a function. */
const BY_CONTEXT: ReadonlySet<Platform> = new Set<Platform>(['javascript', 'node', 'python', 'ruby', 'php']);

/** How a version of grouping names frames, and which of them it compares. */
export interface FrameRules {
  /** The part of the path of a file that identifies it. */
  readonly normalizeFile: (file: string) => string;
  /** The part of the name of the function of a frame that identifies it; '' for a function without a name. */
  readonly normalizeFunction: (platform: Platform, frame: Frame) => string;
  /** Whether calls of functions without a name are left out, unless there are no others. */
  readonly leavesOutUnnamed: (platform: Platform) => boolean;
  /** Maximum number of frames that are considered, from the one that threw. */
  readonly maxConsidered: (platform: Platform) => number;
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

/** Names the frames of stacks by the rules of a version. */
export class FrameKeys {
  /** Frames of equal lines are the same object, see `FrameCache`. */
  readonly #named = new WeakMap<Frame, NamedFrame>();

  constructor(private readonly rules: FrameRules) {}

  /** The functions in the order of calls, the one that threw first, each once: so recursion of any depth counts as one call. */
  contributing(platform: Platform, exceptions: readonly Exception[]): ContributingFrames {
    const max = this.rules.maxConsidered(platform);
    const frames = decidingExceptions(exceptions).flatMap((exception) => exception.frames.slice(0, max));
    const own = this.#collect(platform, frames, true);
    return own.keys.length > 0 ? own : this.#collect(platform, frames, false);
  }

  #collect(platform: Platform, frames: readonly Frame[], areInApp: boolean): ContributingFrames {
    const leavesOutUnnamed = this.rules.leavesOutUnnamed(platform);
    const found = new Set<string>();
    let first: Frame | undefined;
    for (const frame of frames) {
      if (areInApp && !frame.inApp) continue;
      const { key, hasName } = this.#name(platform, frame);
      if (key === '') continue;
      first ??= frame;
      if (hasName || !leavesOutUnnamed) found.add(key);
      if (found.size === MAX_CONTRIBUTING) break;
    }
    if (found.size === 0 && first) found.add(this.#placeKey(platform, first));
    return { keys: [...found], areInApp, first };
  }

  #name(platform: Platform, frame: Frame): NamedFrame {
    let named = this.#named.get(frame);
    if (named === undefined) this.#named.set(frame, (named = this.#compute(platform, frame)));
    return named;
  }

  #compute(platform: Platform, frame: Frame): NamedFrame {
    const module = frame.module ?? '';
    const isModule = module !== '' && (BY_MODULE.has(platform) || frame.file === undefined);
    const place = isModule ? normalizeName(platform, module) : this.rules.normalizeFile(frame.file ?? '');
    const name = this.rules.normalizeFunction(platform, frame);
    return { key: place === '' && name === '' ? '' : `${place}|${name}`, hasName: name !== '' };
  }

  /** If no call has a name, the one that threw counts, by its line where neither the function nor the line's text is known. */
  #placeKey(platform: Platform, frame: Frame): string {
    const { key } = this.#name(platform, frame);
    return frame.isUnnamed === true && contextLine(platform, frame) === '' ? `${key}:${frame.line ?? ''}` : key;
  }
}

interface NamedFrame {
  /** Identifies the function of a frame whatever its line is; '' if nothing is known. */
  readonly key: string;
  readonly hasName: boolean;
}

/** The line of source that threw, if it is known and written by a person. */
export function contextLine(platform: Platform, frame: Frame | undefined): string {
  const line = BY_CONTEXT.has(platform) ? (frame?.context?.line.trim() ?? '') : '';
  return line.length <= MAX_CONTEXT ? line : '';
}

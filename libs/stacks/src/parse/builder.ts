import { MAX_EXCEPTIONS, MAX_FRAMES, MAX_NAME } from '../limits.js';
import type { BareFrame, Exception, Frame, Relation } from '../stack.js';
import type { FrameCache } from './frame-cache.js';

export interface OpenException {
  relation: Relation;
  type: string;
  message: string;
  frames: Frame[];
}

export type Judge = (frame: BareFrame) => boolean;

/** Collects exceptions and frames up to the limits; the rest is dropped. */
export class StackBuilder {
  readonly exceptions: OpenException[] = [];
  private frames = 0;

  constructor(
    private readonly isInApp: Judge,
    private readonly cache: FrameCache,
  ) {}

  /** Parses a line that describes one call; undefined if it does not. */
  parse(line: string, parse: (line: string) => BareFrame | undefined): Frame | undefined {
    return this.cache.get(line, (own) => {
      const frame = parse(own);
      return frame && this.#judged(frame);
    });
  }

  /** The exception that frames are added to. */
  get current(): OpenException {
    return this.exceptions.at(-1) ?? this.begin('thrown', '', '');
  }

  /** Begins an exception; beyond the limit it belongs to no stack. */
  begin(relation: Relation, type: string, message: string): OpenException {
    const exception = { relation, type: type.slice(0, MAX_NAME), message, frames: [] };
    if (this.exceptions.length < MAX_EXCEPTIONS) this.exceptions.push(exception);
    return exception;
  }

  add(frame: BareFrame, exception = this.current): void {
    if (this.frames >= MAX_FRAMES) return;
    this.frames++;
    exception.frames.push(isJudged(frame) ? frame : this.#judged(frame));
  }

  /** Keeps a line that could not be parsed. */
  raw(line: string, exception = this.current): void {
    const text = line.trim();
    if (text !== '') this.add({ raw: text, inApp: false }, exception);
  }

  /** Repeats frames that another exception has as well. */
  copy(frames: readonly Frame[], exception: OpenException): void {
    const room = Math.max(0, MAX_FRAMES - this.frames);
    const copied = frames.slice(0, room);
    this.frames += copied.length;
    exception.frames.push(...copied);
  }

  #judged(frame: BareFrame): Frame {
    return { ...frame, inApp: frame.inApp ?? this.isInApp(frame) };
  }

  get result(): readonly Exception[] {
    return this.exceptions;
  }
}

function isJudged(frame: BareFrame): frame is Frame {
  return frame.inApp !== undefined;
}

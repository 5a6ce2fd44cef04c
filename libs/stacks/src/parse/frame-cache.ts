import type { Frame } from '../stack.js';

/** The cache is emptied beyond this many lines, about ten megabytes. */
const MAX_LINES = 20_000;

/**
 * Frames by the line that they were parsed from: errors repeat, and errors that do not repeat share most of their
 * calls. Equal lines have the same frame object, so that values computed from it can be kept as well.
 */
export class FrameCache {
  private readonly frames = new Map<string, Frame | null>();

  /** @param parse is called with a copy of the line, because a part of a text keeps the whole of it in memory. */
  get(line: string, parse: (line: string) => Frame | undefined): Frame | undefined {
    const known = this.frames.get(line);
    if (known !== undefined) return known ?? undefined;
    if (this.frames.size >= MAX_LINES) this.frames.clear();
    const own = Buffer.from(line, 'utf8').toString('utf8');
    const frame = parse(own);
    this.frames.set(own, frame ?? null);
    return frame;
  }
}

import type { Exception, Frame, Platform, Stack } from '@svc/stacks';

/** An error whose frames are positions of minified or compiled code. */
export interface SymbolicationRequest {
  readonly projectId: string;
  readonly platform: Platform;
  /** '' if unknown. */
  readonly release: string;
  /** '' if the release has no distributions. */
  readonly dist: string;
  /** Debug IDs by the file that frames name. A mapping's UUID may have any name. */
  readonly debugIds: Readonly<Record<string, string>>;
  readonly stack: Stack;
}

/** The symbolication of a frame. */
export interface FrameSymbolication {
  /**
   * missing: no file for it; mismatch: only files of another release or build; failed: there is a file, and it does not know the
   * position or could not be read.
   */
  readonly status: 'applied' | 'missing' | 'mismatch' | 'failed';
  /** For people. */
  readonly reason: string;
  readonly symbolFileId?: string;
  /** The identifiers that were looked up, in order. */
  readonly tried: readonly string[];
}

export interface SymbolicatedFrame extends Frame {
  /** Absent for frames that need no symbol file. */
  readonly symbolication?: FrameSymbolication;
}

export interface SymbolicatedException extends Exception {
  readonly frames: readonly SymbolicatedFrame[];
}

export interface SymbolicatedStack extends Stack {
  readonly exceptions: readonly SymbolicatedException[];
}

export interface Symbolication {
  readonly stack: SymbolicatedStack;
  /** Whether all, some or none of the frames that need symbol files became readable. */
  readonly status: 'complete' | 'partial' | 'missing';
}

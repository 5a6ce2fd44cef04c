/**
 * The platform that wrote a stack. It decides how the stack is parsed, which frames belong to the application and how
 * names are normalized.
 */
export type Platform =
  'javascript' | 'node' | 'python' | 'java' | 'android' | 'go' | 'csharp' | 'ruby' | 'php' | 'rust' | 'apple' | 'other';

/** Lines of source around a frame. */
export interface SourceContext {
  readonly before: readonly string[];
  readonly line: string;
  readonly after: readonly string[];
}

/** One call. Absent fields are unknown. */
export interface Frame {
  /** As it was sent, for frames that were parsed from a text. */
  readonly raw?: string;
  readonly function?: string;
  /** A symbol file was applied that does not name the function; `function` is then the name that a minifier chose, if any. */
  readonly isUnnamed?: boolean;
  /** Class in Java and .NET, module in Python, package in Go, binary image in Apple crash texts. */
  readonly module?: string;
  /** Path or URL of the file. */
  readonly file?: string;
  /** Counted from 1. */
  readonly line?: number;
  /** Counted from 1. */
  readonly column?: number;
  /** Whether the code is the application's own and not that of a library or of the runtime. */
  readonly inApp: boolean;
  /** Address of the instruction, as hexadecimal digits with 0x. */
  readonly address?: string;
  /** Address at which the image of the frame was loaded. */
  readonly imageAddress?: string;
  /** UUID of the image of the frame: lower-case with hyphens. */
  readonly imageId?: string;
  readonly context?: SourceContext;
}

/** The relation of an exception to the one before it. */
export type Relation = 'thrown' | 'cause' | 'suppressed';

export interface Exception {
  readonly relation: Relation;
  /** '' if the text does not tell. */
  readonly type: string;
  readonly message: string;
  /** The call that threw first, its callers after it. */
  readonly frames: readonly Frame[];
}

/** A parsed stack: the exception that was reported, then its causes and suppressed exceptions in the order of the text. */
export interface Stack {
  readonly platform: Platform;
  readonly exceptions: readonly Exception[];
}

/** A frame before it is known whether it is the application's own. */
export type BareFrame = Omit<Frame, 'inApp'> & { readonly inApp?: boolean };

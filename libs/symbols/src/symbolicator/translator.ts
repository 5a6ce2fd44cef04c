import type { StoredSymbolFile } from '../files/symbol-file-finder.js';
import type { FrameSymbolication, SymbolicatedException, SymbolicationRequest } from '../symbolication.js';

/** Makes the stacks of a platform readable. */
export interface Translator {
  /** The exceptions of the request, with all their frames; a frame with inlined calls becomes several. */
  translate(request: SymbolicationRequest, signal: AbortSignal): Promise<SymbolicatedException[]>;
}

/** Which file was chosen for a frame, or why none was. */
export type Choice =
  | { readonly file: StoredSymbolFile; readonly reason: string; readonly tried: readonly string[] }
  | (FrameSymbolication & { readonly file?: undefined });

/** The status of a frame whose file was applied. */
export function applied({ file, reason, tried }: Extract<Choice, { file: object }>, note = ''): FrameSymbolication {
  return { status: 'applied', reason: note === '' ? reason : `${reason}; ${note}`, symbolFileId: file.id, tried };
}

/** The status of a frame that its file does not explain. */
export function failed({ file, tried }: Extract<Choice, { file: object }>, reason: string): FrameSymbolication {
  return { status: 'failed', reason, symbolFileId: file.id, tried };
}

/** The status of a frame without a file. */
export function unresolved({ status, reason, tried }: FrameSymbolication): FrameSymbolication {
  return { status, reason, tried };
}

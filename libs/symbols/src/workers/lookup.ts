import type { ObfuscatedException, RetracedException } from '../android/retrace.js';
import type { NativeCall } from '../apple/native-index.js';
import type { GeneratedPosition, OriginalPosition } from '../source-maps/source-map-index.js';

/** The query and the answer for files of each kind. */
export interface Lookups {
  readonly sourcemap: { readonly query: GeneratedPosition; readonly answer: OriginalPosition | undefined };
  /** An address, relative to the text segment. */
  readonly macho: { readonly query: number; readonly answer: readonly NativeCall[] };
  readonly proguard: { readonly query: ObfuscatedException; readonly answer: RetracedException };
}

export type SymbolFileKind = keyof Lookups;

/** Questions about one symbol file. */
export interface LookupRequest {
  /** Names the file in the memory of the thread. */
  readonly objectKey: string;
  readonly kind: SymbolFileKind;
  readonly queries: readonly unknown[];
  /** The file as it is stored; absent if the thread may still have it. */
  readonly bytes?: Uint8Array;
}

/** `absent`: the thread does not have the file and was not sent it; `refused`: the file cannot be used, and why. */
export type LookupAnswer = { readonly answers: readonly unknown[] } | { readonly refused: string } | 'absent';

/** A symbol file that is ready to be searched. */
export interface SymbolIndex {
  /** Bytes in memory. */
  readonly size: number;
  find(query: never): unknown;
}

import type { MappingDetails } from '../android/build-mapping.js';
import type { NativeDetails } from '../apple/build-native.js';
import type { SourceMapDetails } from '../source-maps/build-source-map.js';
import type { SymbolFileKind } from '../workers/lookup.js';
import type { FileNames } from './read-envelope.js';

/** A file to make searchable. */
export interface BuildRequest {
  readonly projectId: string;
  readonly kind: SymbolFileKind;
  /** A file of this machine: the body of an upload for a source map, else the uploaded file. */
  readonly path: string;
}

/** A searchable file, made of an uploaded one. */
export interface BuiltSymbolFile {
  /** See the columns of `SymbolFile`. */
  readonly debugId: string;
  readonly arch: string;
  readonly details: SourceMapDetails | MappingDetails | NativeDetails;
  /** As it is stored: compressed columns. */
  readonly bytes: Uint8Array;
}

/** The result for an uploaded file. */
export interface Build {
  /** SHA-256 of the read bytes, in hexadecimal digits. */
  readonly sha256: string;
  readonly files: readonly BuiltSymbolFile[];
  /** The names that the file itself contains; absent if the request supplies them. */
  readonly envelope?: FileNames;
}

export type BuildAnswer = Build | { readonly refused: string; readonly field: string | undefined };

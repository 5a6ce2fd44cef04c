import type { Readable } from 'node:stream';

/** Files by key: exports, replay chunks, symbol files. An object is complete or absent; readers never see a partial one. */
export interface ObjectInfo {
  readonly key: string;
  /** Size in bytes. */
  readonly size: number;
  /** Modification time in milliseconds since the epoch; rounded to seconds in some stores. */
  readonly lastModifiedMs: number;
}

/** Bytes from `start` up to but not including `end`; limited to the size of the object. */
export interface ByteRange {
  readonly start: number;
  readonly end?: number;
}

export interface ObjectBody {
  /** Information about the whole object, even if only a range was requested. */
  readonly info: ObjectInfo;
  /** Must be read to its end or destroyed. Keeps its content if the object is deleted or replaced in the meantime. */
  readonly stream: Readable;
}

export type ObjectSource = Uint8Array | AsyncIterable<Uint8Array>;

/** A piece of a joined object: bytes, a whole file of this machine, or bytes of another object. */
export type ObjectPiece = Uint8Array | { readonly path: string } | { readonly key: string; readonly range?: ByteRange };
export type ObjectPieces = Iterable<ObjectPiece> | AsyncIterable<ObjectPiece>;
/** Sees bytes on their way. They must not be kept: the memory is used again. */
export type ByteObserver = (bytes: Uint8Array) => void;

/**
 * Keys are up to 512 characters: segments of letters, digits, `.`, `_`, `-`, `=`, up to 200 each, joined by `/`; no segment is
 * `.` or `..`. Others are rejected with `invalid_request`. A store that does not respond or a full disk is reported as `unavailable`.
 */
export interface ObjectStore {
  /**
   * Resolves with the size when the whole object is stored durably under its key, replacing an existing object. If the source
   * fails, its own error is thrown and an existing object remains unchanged.
   */
  put(key: string, source: ObjectSource): Promise<number>;
  /**
   * Stores one object that is made of pieces, in their order, as `put` does. Files and objects are copied without allocating memory for
   * each of their bytes, which keeps the garbage collector from running for every few dozen megabytes.
   *
   * @param observe is called with all bytes in their order. If it throws, nothing is stored, and its error is thrown.
   * @returns the size in bytes.
   * @throws ServiceError unavailable if a file or an object does not exist, or an object ends before its range does.
   */
  join(key: string, pieces: ObjectPieces, observe: ByteObserver): Promise<number>;
  get(key: string, range?: ByteRange): Promise<ObjectBody | undefined>;
  head(key: string): Promise<ObjectInfo | undefined>;
  /** Also succeeds if the object does not exist. */
  delete(key: string): Promise<void>;
  /** All objects whose key starts with the prefix, in the byte order of their keys. The empty prefix lists everything. */
  list(prefix: string): AsyncIterable<ObjectInfo>;
  /** Rejects with `unavailable` if the store cannot be used. */
  check(): Promise<void>;
  close(): Promise<void>;
}

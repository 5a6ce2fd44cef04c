import type { Readable } from 'node:stream';

/** Files by key: exports, replay chunks, symbol files. An object is whole or absent; readers never see a part of one. */
export interface ObjectInfo {
  readonly key: string;
  /** Bytes. */
  readonly size: number;
  /** Milliseconds since the epoch; whole seconds on some stores. */
  readonly lastModifiedMs: number;
}

/** Bytes from `start` up to but not including `end`; what lies beyond the object is left out. */
export interface ByteRange {
  readonly start: number;
  readonly end?: number;
}

export interface ObjectBody {
  /** Of the whole object, also when only a range was requested. */
  readonly info: ObjectInfo;
  /** Must be read to its end or destroyed. Keeps its content when the object is deleted or replaced meanwhile. */
  readonly stream: Readable;
}

export type ObjectSource = Uint8Array | AsyncIterable<Uint8Array>;

/**
 * Keys are up to 512 characters: segments of letters, digits, `.`, `_`, `-`, `=`, up to 200 each, joined by `/`; no segment is
 * `.` or `..`. Others are refused with `invalid_request`. A store that does not answer, or a full disk, is `unavailable`.
 */
export interface ObjectStore {
  /**
   * Resolves with the size when the whole object is stored durably under its key, replacing what was there. When the source
   * fails, its own error is thrown, nothing is published and what was there remains.
   */
  put(key: string, source: ObjectSource): Promise<number>;
  get(key: string, range?: ByteRange): Promise<ObjectBody | undefined>;
  head(key: string): Promise<ObjectInfo | undefined>;
  /** Also succeeds when there is no such object. */
  delete(key: string): Promise<void>;
  /** All objects whose key starts with the prefix, in the byte order of their keys. The empty prefix lists everything. */
  list(prefix: string): AsyncIterable<ObjectInfo>;
  /** Rejects with `unavailable` when the store cannot be used. */
  check(): Promise<void>;
  close(): Promise<void>;
}

/** Bytes of a value that is stored in a row; larger ones may become objects. */
export const MAX_INLINE = 64 * 1024;

/** The span that a value belongs to. */
export interface ContentSpan {
  readonly projectNumber: number;
  readonly retentionDays: number;
  /** Nanoseconds since 1970 at which the span started. */
  readonly startNs: bigint;
  readonly traceId: string;
  readonly spanId: string;
  /** 0 for the span itself, otherwise the number of its event. */
  readonly event: number;
  readonly distinctId: string;
}

/** An attribute with a large value, redacted. */
export interface LargeContent {
  readonly span: ContentSpan;
  readonly key: string;
  /** The value in UTF-8. */
  readonly text: Buffer;
  /** The key of the object that has the text; '' if the row shall have it. */
  objectKey: string;
}

interface OpenContent {
  readonly key: string;
  readonly text: Buffer;
}

/** Large values of prompts and answers. They are rare, so each is copied out of the request. */
export class LargeContents {
  readonly values: LargeContent[] = [];
  #open: OpenContent[] = [];
  #bytes = 0;
  private marked = 0;

  /** Their size with all that is stored of them: never too low. */
  get byteLength(): number {
    return this.#bytes;
  }

  /** Whether the row in the making has some. */
  get isOpen(): boolean {
    return this.#open.length > 0;
  }

  add(key: string, bytes: Buffer, start: number, end: number): void {
    this.#open.push({ key, text: Buffer.from(bytes.subarray(start, end)) });
  }

  endRow(toSpan: () => ContentSpan): void {
    const span = toSpan();
    for (const { key, text } of this.#open) {
      this.values.push({ span, key, text, objectKey: '' });
      this.#bytes += text.length + key.length * 3 + span.distinctId.length * 3 + OVERHEAD;
    }
    this.#open = [];
  }

  mark(): void {
    this.marked = this.values.length;
  }

  rollback(): void {
    this.values.length = this.marked;
    this.#open = [];
  }

  reset(): void {
    this.values.length = 0;
    this.#open = [];
    this.#bytes = 0;
    this.marked = 0;
  }
}

/** Bytes of the other columns of a row, with the key of an object. */
const OVERHEAD = 1_024;

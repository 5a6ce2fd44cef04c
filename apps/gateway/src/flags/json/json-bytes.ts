/** Room for the answer to two hundred flags. */
const USUAL_BYTES = 64 * 1024;
const ZERO = 0x30;

/**
 * Bytes of a text that is assembled from many pieces, most of which are bytes already. Joining the pieces as strings
 * and encoding the result takes several times as long.
 */
export class JsonBytes {
  #bytes = Buffer.allocUnsafe(USUAL_BYTES);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  /** The text, until this object is given back and begins another one. */
  get view(): Uint8Array {
    return this.#bytes.subarray(0, this.#length);
  }

  /** Room for bytes, written or not. */
  get capacity(): number {
    return this.#bytes.length;
  }

  /** Starts a new text. */
  begin(): void {
    this.#length = 0;
  }

  bytes(piece: Uint8Array): void {
    this.#reserve(piece.length);
    this.#bytes.set(piece, this.#length);
    this.#length += piece.length;
  }

  text(piece: string): void {
    this.bytes(Buffer.from(piece));
  }

  /** One character of ASCII. */
  byte(code: number): void {
    this.#reserve(1);
    this.#bytes[this.#length++] = code;
  }

  /** Removes the last byte. */
  unwrite(): void {
    this.#length -= 1;
  }

  /** The first six decimal digits of a number below 1. */
  millionths(fraction: number): void {
    this.#reserve(6);
    const bytes = this.#bytes;
    let rest = Math.floor(fraction * 1e6);
    for (let at = this.#length + 5; at >= this.#length; at--) {
      const next = Math.floor(rest / 10);
      bytes[at] = ZERO + rest - next * 10;
      rest = next;
    }
    this.#length += 6;
  }

  #reserve(count: number): void {
    if (this.#length + count <= this.#bytes.length) return;
    const larger = Buffer.allocUnsafe(2 * (this.#length + count));
    this.#bytes.copy(larger, 0, 0, this.#length);
    this.#bytes = larger;
  }
}

/** Buffers that are kept for reuse: as many as are usually being sent at the same time. */
const MAX_KEPT = 64;
/** A buffer that has grown beyond this is not kept. */
const MAX_KEPT_BYTES = 256 * 1024;

/**
 * Reuses the memory of answers that have been sent. With new memory for each, 28 MB a second for answers about two hundred flags, V8 marks
 * the whole heap every six seconds, and callers wait 50 to 90 ms each time.
 */
export class JsonBuffers {
  readonly #kept: JsonBytes[] = [];

  /** Returns an empty text for the exclusive use of the caller. */
  take(): JsonBytes {
    const json = this.#kept.pop() ?? new JsonBytes();
    json.begin();
    return json;
  }

  /**
   * Takes a text back. Call it only when the text is no longer read. A text that is never given back is
   * garbage-collected.
   */
  giveBack(json: JsonBytes): void {
    if (this.#kept.length < MAX_KEPT && json.capacity <= MAX_KEPT_BYTES) this.#kept.push(json);
  }
}

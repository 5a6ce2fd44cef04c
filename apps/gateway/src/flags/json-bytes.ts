/** Room for the answer to two hundred flags. */
const USUAL_BYTES = 64 * 1024;
const ZERO = 0x30;

/**
 * Bytes of a text that is assembled from many pieces, most of which are bytes already. Joining as many strings and encoding the
 * result takes several times as long.
 */
export class JsonBytes {
  #bytes = Buffer.allocUnsafe(USUAL_BYTES);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  /** The text. Its bytes are those of the next one once this object was given back. */
  get view(): Uint8Array {
    return this.#bytes.subarray(0, this.#length);
  }

  /** Room for bytes, written or not. */
  get capacity(): number {
    return this.#bytes.length;
  }

  /** Starts a new text. */
  begin(): this {
    this.#length = 0;
    return this;
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

/** Texts that are kept for further use: as many as are usually sent at the same time. */
const MAX_KEPT = 64;
/** A text that has grown beyond it is not kept. */
const MAX_KEPT_BYTES = 256 * 1024;

/**
 * Texts that are used again once they were sent. New memory for each answer, 28 MB a second of answers about two hundred flags, makes V8
 * mark the whole heap every six seconds, and callers wait for 50 to 90 ms meanwhile.
 */
export class JsonBuffers {
  readonly #kept: JsonBytes[] = [];

  /** An empty text that nobody else has. */
  take(): JsonBytes {
    return (this.#kept.pop() ?? new JsonBytes()).begin();
  }

  /** Only for a text that nobody reads any more. One that is never given back is collected as garbage. */
  giveBack(json: JsonBytes): void {
    if (this.#kept.length < MAX_KEPT && json.capacity <= MAX_KEPT_BYTES) this.#kept.push(json);
  }
}

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

  /** Starts a new text and discards an unfinished one. */
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

  /** A copy of the text, which the next text does not change. */
  copy(): Buffer {
    return Buffer.from(this.#bytes.subarray(0, this.#length));
  }

  #reserve(count: number): void {
    if (this.#length + count <= this.#bytes.length) return;
    const larger = Buffer.allocUnsafe(2 * (this.#length + count));
    this.#bytes.copy(larger, 0, 0, this.#length);
    this.#bytes = larger;
  }
}

/** The encoder of the block that is being filled, and those of blocks that are being stored, which are used again afterwards. */
export class Encoders<Encoder extends { reset: () => void }> {
  #current: Encoder;
  #spare: Encoder | undefined;

  constructor(private readonly create: () => Encoder) {
    this.#current = create();
  }

  /** The encoder that rows are added to. */
  get current(): Encoder {
    return this.#current;
  }

  /** Takes the encoder with its rows; the next rows go to another one. It is given back when its block is stored or has failed. */
  take(): Encoder {
    const taken = this.#current;
    this.#current = this.#spare ?? this.create();
    this.#spare = undefined;
    return taken;
  }

  giveBack(encoder: Encoder): void {
    encoder.reset();
    this.#spare = encoder;
  }

  /** Discards the rows of a batch that failed. */
  reset(): void {
    this.#current.reset();
  }

  /** Releases the memory of the rows that the encoders held. */
  release(): void {
    this.#current = this.create();
    this.#spare = undefined;
  }
}

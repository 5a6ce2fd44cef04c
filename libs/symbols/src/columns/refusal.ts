/** A symbol file cannot be used. The message explains the problem to the sender and contains nothing of the file. */
export class SymbolFileRefusal extends Error {
  override readonly name = 'SymbolFileRefusal';

  /** @param field of the request that is wrong; undefined if it is the file itself. */
  constructor(
    message: string,
    readonly field?: string,
  ) {
    super(message);
  }
}

import { ServiceError } from '@svc/service-error';

/** Limits what a request becomes while it is translated, because a name is repeated for each of the members under it. */
export class Budget {
  #items: number;
  #bytes: number;

  constructor(
    maxItems: number,
    /** Maximum size in bytes of what is unpacked from the request, and of its names. */
    readonly maxBytes: number,
  ) {
    [this.#items, this.#bytes] = [maxItems, maxBytes];
  }

  /** Takes a record or a value with a name of so many characters. @throws ServiceError payload_too_large. */
  take(characters = 0): void {
    this.unpack(characters);
    if (--this.#items < 0) throw new ServiceError('payload_too_large');
  }

  /** Takes bytes that the request did not have as such. @throws ServiceError payload_too_large. */
  unpack(bytes: number): void {
    this.#bytes -= bytes;
    if (this.#bytes < 0) throw new ServiceError('payload_too_large');
  }

  get bytesLeft(): number {
    return this.#bytes;
  }
}

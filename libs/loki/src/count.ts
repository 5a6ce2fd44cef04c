import { ServiceError } from '@svc/service-error';

/** Counts what a request holds while it is read, so that a request of many empty things is refused before they take memory. */
export class Count {
  #left: number;

  constructor(max: number) {
    this.#left = max;
  }

  /** @throws ServiceError payload_too_large beyond the maximum. */
  add(): void {
    if (--this.#left < 0) throw new ServiceError('payload_too_large');
  }
}

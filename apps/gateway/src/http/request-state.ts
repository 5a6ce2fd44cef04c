import type { FastifyRequest } from 'fastify';

/** A value that one step of a request leaves for the later ones. */
export class RequestState<Value> {
  readonly #values = new WeakMap<FastifyRequest, Value>();

  constructor(private readonly name: string) {}

  set(request: FastifyRequest, value: Value): void {
    this.#values.set(request, value);
  }

  /** @throws Error when no earlier step has set it: a defect of the route. */
  get(request: FastifyRequest): Value {
    const value = this.#values.get(request);
    if (value === undefined) throw new Error(`The request has no ${this.name}`);
    return value;
  }
}

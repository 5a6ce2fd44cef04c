import type { FastifyRequest } from 'fastify';

/**
 * A value that one step of a request leaves for the later ones. It is a property of the request, because a WeakMap of all requests in
 * flight costs 7 microseconds for each and makes the pauses of the garbage collector longer.
 */
export class RequestState<Value> {
  readonly #key: symbol;

  constructor(private readonly name: string) {
    this.#key = Symbol(name);
  }

  set(request: FastifyRequest, value: Value): void {
    (request as StatefulRequest)[this.#key] = value;
  }

  /** @throws Error when no earlier step has set it: a defect of the route. */
  get(request: FastifyRequest): Value {
    const value = (request as StatefulRequest)[this.#key];
    if (value === undefined) throw new Error(`The request has no ${this.name}`);
    return value as Value;
  }
}

type StatefulRequest = FastifyRequest & Record<symbol, unknown>;

import { ServiceError, type ErrorCode, type ErrorDetail } from '@svc/service-error';
import { move, transferableSymbol, valueSymbol } from 'piscina';

/** Refusals are returned as results, because an error would lose its class when it is passed between threads. */
export type WorkerAnswer<Prepared> =
  | { readonly prepared: Prepared }
  | { readonly refusal: { code: ErrorCode; message: string; details: readonly ErrorDetail[] } };

/** The message to a worker thread: a flag that it sets when it begins, and the work. */
export type WorkerTask<Request extends unknown[]> = readonly [
  begun: Int32Array<SharedArrayBuffer>,
  ...request: Request,
];

/**
 * Wraps the work of a worker thread so that it signals when it begins and returns refusals as results.
 *
 * @param movable the memory of a result that is moved to the other thread instead of being copied.
 */
export function answering<Request extends unknown[], Prepared>(
  prepare: (...request: Request) => Prepared,
  movable: (prepared: Prepared) => ArrayBuffer[] = () => [],
): (task: WorkerTask<Request>) => WorkerAnswer<Prepared> {
  return ([begun, ...request]) => {
    Atomics.store(begun, 0, 1);
    Atomics.notify(begun, 0);
    try {
      const prepared = prepare(...request);
      return moving({ prepared }, movable(prepared));
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      return { refusal: { code: error.code, message: error.message, details: error.details } };
    }
  };
}

/** Only such an object makes the pool move memory; the other thread gets its value. */
function moving<Answer extends object>(answer: Answer, memory: ArrayBuffer[]): Answer {
  if (memory.length === 0) return answer;
  return move({ [transferableSymbol]: memory, [valueSymbol]: answer }) as unknown as Answer;
}

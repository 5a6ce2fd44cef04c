import type { Relational } from '@svc/relational';

/** Ends a transaction as the death of the process does: nothing of it is committed. */
export class KilledError extends Error {}

/** A store whose transactions die before a statement that a spec chooses. */
export interface FailingRelational {
  readonly relational: Relational;
  /** Statements of transactions until the next death; infinite by default. */
  left: number;
  /** Statements of transactions so far. */
  readonly statements: number;
}

export function failingRelational(inner: Relational): FailingRelational {
  const state = { left: Infinity, statements: 0 };
  const count = (): void => {
    state.statements += 1;
    if (state.left-- <= 0) throw new KilledError('killed');
  };
  /** Counts the calls of the functions of a client and of its models. */
  const counted = (target: object): object =>
    new Proxy(target, {
      get(object, name) {
        const value: unknown = Reflect.get(object, name);
        if (typeof value === 'object' && value !== null) return counted(value);
        if (typeof value !== 'function') return value;
        return (...args: unknown[]): unknown => {
          count();
          return (value as (...all: unknown[]) => unknown).apply(object, args);
        };
      },
    });
  const client = new Proxy(inner.client, {
    get(object, name) {
      const value: unknown = Reflect.get(object, name);
      if (name !== '$transaction') return value;
      return (work: (tx: object) => Promise<unknown>) => object.$transaction((tx) => work(counted(tx)));
    },
  });
  return {
    relational: { ...inner, client },
    get left() {
      return state.left;
    },
    set left(statements) {
      state.left = statements;
    },
    get statements() {
      return state.statements;
    },
  };
}

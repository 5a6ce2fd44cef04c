import { NONE, NumberColumn } from '../columns/number-column.js';

/** Parts of the code by function, as they were found: any order, inner ones within outer ones. */
export class ScopeRanges {
  readonly #starts = new NumberColumn();
  readonly #ends = new NumberColumn();
  readonly #scopes = new NumberColumn();

  add(start: number, end: number, scope: number): void {
    this.#starts.push(start);
    this.#ends.push(end);
    this.#scopes.push(scope);
  }

  /** The innermost function from each address on; NONE where there is none. */
  flatten(): { addresses: Uint32Array; scopes: Uint32Array } {
    const [starts, ends, scopes] = [this.#starts.values, this.#ends.values, this.#scopes.values];
    // Scopes that were found earlier enclose those found later.
    const order = Uint32Array.from(starts.keys()).sort(
      (a, b) => (starts[a] ?? 0) - (starts[b] ?? 0) || (ends[b] ?? 0) - (ends[a] ?? 0) || a - b,
    );
    const found = new Boundaries();
    const open: { end: number; scope: number }[] = [];
    const close = (until: number): void => {
      for (let last = open.at(-1); last && last.end <= until; last = open.at(-1)) {
        open.pop();
        found.add(last.end, open.at(-1)?.scope ?? NONE);
      }
    };
    for (const index of order) {
      const [start, end, scope] = [starts[index] ?? 0, ends[index] ?? 0, scopes[index] ?? NONE];
      close(start);
      found.add(start, scope);
      open.push({ end: Math.min(end, open.at(-1)?.end ?? Infinity), scope });
    }
    close(Infinity);
    return { addresses: found.addresses.values, scopes: found.scopes.values };
  }
}

class Boundaries {
  readonly addresses = new NumberColumn();
  readonly scopes = new NumberColumn();

  /** The last of several at one address counts. */
  add(address: number, scope: number): void {
    const last = this.addresses.length - 1;
    if (last >= 0 && this.addresses.values[last] === address) this.scopes.values[last] = scope;
    else {
      this.addresses.push(address);
      this.scopes.push(scope);
    }
  }
}

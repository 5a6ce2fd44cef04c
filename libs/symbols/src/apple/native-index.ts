import { ColumnFile } from '../columns/column-file.js';
import { NONE, findLast } from '../columns/number-column.js';
import type { NativeDetails } from './build-native.js';

/** A call at an address. */
export interface NativeCall {
  /** As the linker knows it; '' if it is unknown. */
  readonly function: string;
  readonly file: string | undefined;
  /** Counted from 1; undefined if the compiler does not say. */
  readonly line: number | undefined;
}

/** Finds the calls at an address of the code of an image. */
export class NativeIndex {
  private constructor(private readonly file: ColumnFile<NativeDetails>) {}

  static open(bytes: Uint8Array): NativeIndex {
    return new NativeIndex(ColumnFile.open(bytes));
  }

  get size(): number {
    return this.file.size;
  }

  /**
   * The calls at an address, the innermost first: inlined calls, then the function itself. Empty outside the code.
   *
   * @param address relative to the text segment.
   */
  find(address: number): NativeCall[] {
    if (address < 0 || address >= (this.file.numbers('end')[0] ?? 0)) return [];
    const range = findLast(this.file.numbers('range.address'), address);
    let scope = range < 0 ? NONE : (this.file.numbers('range.scope')[range] ?? NONE);
    let place = this.#line(address);
    if (scope === NONE) return this.#bySymbol(address, place);
    const calls: NativeCall[] = [];
    for (; scope !== NONE && calls.length < MAX_CALLS; scope = this.file.numbers('scope.parent')[scope] ?? NONE) {
      calls.push({ function: this.#text(this.file.numbers('scope.name')[scope]) ?? '', ...place });
      place = this.#place(this.file.numbers('scope.callFile')[scope], this.file.numbers('scope.callLine')[scope]);
    }
    return calls;
  }

  #bySymbol(address: number, place: Pick<NativeCall, 'file' | 'line'>): NativeCall[] {
    const symbol = findLast(this.file.numbers('symbol.address'), address);
    const name = symbol < 0 ? undefined : this.#text(this.file.numbers('symbol.name')[symbol]);
    return name === undefined && place.line === undefined ? [] : [{ function: name ?? '', ...place }];
  }

  #line(address: number): Pick<NativeCall, 'file' | 'line'> {
    const row = findLast(this.file.numbers('line.address'), address);
    if (row < 0) return { file: undefined, line: undefined };
    return this.#place(this.file.numbers('line.file')[row], this.file.numbers('line.line')[row]);
  }

  #place(file: number | undefined, line: number | undefined): Pick<NativeCall, 'file' | 'line'> {
    return { file: this.#text(file) || undefined, line: line === NONE || line === 0 ? undefined : line };
  }

  #text(index: number | undefined): string | undefined {
    return index === undefined || index === NONE ? undefined : this.file.text('text', index);
  }
}

/** Nested deeper than compilers inline; a file that says more is made to be slow. */
const MAX_CALLS = 256;

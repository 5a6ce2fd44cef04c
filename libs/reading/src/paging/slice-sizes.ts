import { LRUCache } from 'lru-cache';
import type { SliceWidths } from '../statement/index.js';
import { NANOSECONDS_PER_DAY, NANOSECONDS_PER_SECOND } from '../time/index.js';

const MAX_PROJECTS = 10_000;
/** The initial width, until the data of a project is known. */
const FIRST_WIDTH = 10n * NANOSECONDS_PER_SECOND;
/** The newest data is stored with a delay of about this. */
const LEAST_WIDTH = NANOSECONDS_PER_SECOND;
const GREATEST_WIDTH = 7n * NANOSECONDS_PER_DAY;
const GROWTH = [1n, 4n, 16n, 256n, 4_096n, 65_536n, 604_800n];

/**
 * The widths of the slices in which a list is read, so that the first one has about as many rows as wanted, whether a project receives ten
 * rows an hour or a hundred thousand a second. Learns from the times of the rows that pages without filters return.
 */
export class SliceSizes {
  /** Nanoseconds in which the wanted rows arrive, by project. */
  readonly #widths = new LRUCache<number, bigint>({ max: MAX_PROJECTS });

  /**
   * @param rows wanted in the first slice.
   * @param firstWidth its width in nanoseconds until the data of a project is known.
   */
  constructor(
    private readonly rows: number,
    private readonly firstWidth = FIRST_WIDTH,
  ) {}

  widths(projectNumber: number): SliceWidths {
    const first = this.#widths.get(projectNumber) ?? this.firstWidth;
    const [one = first, ...others] = GROWTH.map((factor) => clamp(first * factor));
    return [one, ...others];
  }

  /** @param times in nanoseconds, of all rows between the first and the last. */
  learn(projectNumber: number, times: readonly bigint[]): void {
    const [first, last] = [times[0], times.at(-1)];
    if (first === undefined || last === undefined || times.length < 2) return;
    const distance = first > last ? first - last : last - first;
    const found = clamp((distance * BigInt(this.rows)) / BigInt(times.length - 1));
    const known = this.#widths.get(projectNumber);
    // The geometric mean evens out bursts of rows.
    this.#widths.set(projectNumber, known === undefined ? found : geometricMean(known, found));
  }
}

const clamp = (width: bigint): bigint =>
  width < LEAST_WIDTH ? LEAST_WIDTH : width > GREATEST_WIDTH ? GREATEST_WIDTH : width;

const geometricMean = (a: bigint, b: bigint): bigint => clamp(BigInt(Math.round(Math.sqrt(Number(a) * Number(b)))));

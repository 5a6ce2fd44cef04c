/** The darkest shade. */
const MOST = 5;

/** The shade of a share, from 0 for none to 5 for nearly all. */
export function toShade(rate: number): number {
  return rate > 0 ? Math.min(MOST, Math.max(1, Math.ceil(rate * MOST))) : 0;
}

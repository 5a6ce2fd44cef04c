/** A colour by its meaning; each is a class of `tones.module.css`. */
export type Tone =
  | `level-${'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal'}`
  | `series-${1 | 2 | 3 | 4 | 5 | 6 | 7 | 8}`
  | 'ok'
  | 'warn'
  | 'danger'
  | 'accent';

const SERIES = 8;

/** The colour of the nth of several series without a meaning, from zero; colours are repeated after the eighth. */
export function seriesTone(nth: number): Tone {
  return `series-${((nth % SERIES) + 1) as 1}`;
}

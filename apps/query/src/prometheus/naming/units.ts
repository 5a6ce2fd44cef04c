/**
 * Words of units by their codes in UCUM, and words of units after a slash.
 *
 * Source: OpenTelemetry specification, "Prometheus and OpenMetrics Compatibility", conversion of units.
 */
const WORDS: ReadonlyMap<string, string> = new Map([
  ['d', 'days'],
  ['h', 'hours'],
  ['min', 'minutes'],
  ['s', 'seconds'],
  ['ms', 'milliseconds'],
  ['us', 'microseconds'],
  ['ns', 'nanoseconds'],
  ['By', 'bytes'],
  ['KiBy', 'kibibytes'],
  ['MiBy', 'mebibytes'],
  ['GiBy', 'gibibytes'],
  ['TiBy', 'tebibytes'],
  ['KBy', 'kilobytes'],
  ['kBy', 'kilobytes'],
  ['MBy', 'megabytes'],
  ['GBy', 'gigabytes'],
  ['TBy', 'terabytes'],
  ['m', 'meters'],
  ['V', 'volts'],
  ['A', 'amperes'],
  ['J', 'joules'],
  ['W', 'watts'],
  ['g', 'grams'],
  ['Cel', 'celsius'],
  ['Hz', 'hertz'],
  ['1', ''],
  ['%', 'percent'],
]);

const RATES: ReadonlyMap<string, string> = new Map([
  ['s', 'second'],
  ['m', 'minute'],
  ['h', 'hour'],
  ['d', 'day'],
  ['w', 'week'],
  ['mo', 'month'],
  ['y', 'year'],
]);

/** The words of a unit that a name ends with: those of `By/s` are `bytes` and `per_second`. An annotation in braces has none. */
export function unitWords(unit: string): string[] {
  const [main = '', rate] = split(unit);
  const words = isAnnotation(main) ? [] : [...wordsOf(WORDS.get(main) ?? main)];
  if (rate === undefined || rate === '' || isAnnotation(rate)) return words;
  return [...words, ...wordsOf(RATES.get(rate) ?? rate).map((word) => `per_${word}`)];
}

function split(unit: string): string[] {
  const slash = unit.indexOf('/');
  return slash < 0 ? [unit.trim()] : [unit.slice(0, slash).trim(), unit.slice(slash + 1).trim()];
}

const isAnnotation = (unit: string): boolean => unit.includes('{') || unit.includes('}');

/** A unit without a word is written as it is, without the characters that a name cannot have. */
function wordsOf(text: string): string[] {
  const word = text.replaceAll(/[^a-zA-Z0-9]+/g, '_').replaceAll(/^_+|_+$/g, '');
  return word === '' ? [] : [word];
}

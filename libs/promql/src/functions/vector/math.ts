/** Functions of one value, by name. */
export const MATH: ReadonlyMap<string, (value: number) => number> = new Map([
  ['abs', Math.abs],
  ['acos', Math.acos],
  ['acosh', Math.acosh],
  ['asin', Math.asin],
  ['asinh', Math.asinh],
  ['atan', Math.atan],
  ['atanh', Math.atanh],
  ['ceil', Math.ceil],
  ['cos', Math.cos],
  ['cosh', Math.cosh],
  ['deg', (value: number) => value * (180 / Math.PI)],
  ['exp', Math.exp],
  ['floor', Math.floor],
  ['ln', Math.log],
  ['log10', Math.log10],
  ['log2', Math.log2],
  ['rad', (value: number) => value * (Math.PI / 180)],
  ['sgn', Math.sign],
  ['sin', Math.sin],
  ['sinh', Math.sinh],
  ['sqrt', Math.sqrt],
  ['tan', Math.tan],
  ['tanh', Math.tanh],
]);

/** Parts of a date in UTC, by the name of the function. */
export const DATES: ReadonlyMap<string, (date: Date) => number> = new Map([
  ['day_of_month', (date: Date) => date.getUTCDate()],
  ['day_of_week', (date: Date) => date.getUTCDay()],
  [
    'day_of_year',
    (date: Date) => Math.floor((date.getTime() - Date.UTC(date.getUTCFullYear(), 0, 1)) / 86_400_000) + 1,
  ],
  ['days_in_month', (date: Date) => new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate()],
  ['hour', (date: Date) => date.getUTCHours()],
  ['minute', (date: Date) => date.getUTCMinutes()],
  ['month', (date: Date) => date.getUTCMonth() + 1],
  ['year', (date: Date) => date.getUTCFullYear()],
]);

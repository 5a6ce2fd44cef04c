const DAY_SECONDS = 86_400;
const TIME = /^(\d{2}):(\d{2}):(\d{2}(?:\.\d+)?)(?:Z|([+-])(\d{2}):(\d{2}))$/;

/** Seconds after midnight in UTC of a time with an offset, such as `16:30:00Z`. @throws Error for another text. */
export function parseTimeOfDay(text: string): number {
  const [match, hours, minutes, seconds, sign, offsetHours = 0, offsetMinutes = 0] = TIME.exec(text) ?? [];
  if (match === undefined) throw new Error('not a time of day with an offset');
  const offset = (Number(offsetHours) * 60 + Number(offsetMinutes)) * 60 * (sign === '-' ? -1 : 1);
  const at = Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds) - offset;
  return (at + DAY_SECONDS) % DAY_SECONDS;
}

const DECIMAL = /^(\d{1,12})(?:\.(\d{1,18}))?$/;

/** A decimal text multiplied by a power of ten, exactly; undefined for a text that is no decimal number from 0. */
export function shiftDecimal(text: string, places: number): string | undefined {
  const [, whole, fraction = ''] = DECIMAL.exec(text) ?? [];
  if (whole === undefined) return undefined;
  const digits = whole + fraction;
  const point = whole.length + places;
  const padded = point <= 0 ? '0'.repeat(1 - point) + digits : digits.padEnd(point, '0');
  const at = Math.max(point, 1);
  const [left, right] = [padded.slice(0, at).replace(/^0+(?=\d)/, ''), padded.slice(at).replace(/0+$/, '')];
  return right === '' ? left : `${left}.${right}`;
}

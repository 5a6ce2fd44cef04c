import type { Sides } from '@svc/investigations';

/** Joins the rows of both sides by a key. */
export function bySides<Row extends { readonly is_abnormal: number }, Figures>(
  rows: readonly Row[],
  toKey: (row: Row) => string,
  toFigures: (row: Row) => Figures,
  none: Figures,
): { readonly row: Row; readonly sides: Sides<Figures> }[] {
  return [...Map.groupBy(rows, toKey).values()].flatMap((alike) => {
    const [row] = alike;
    const side = (isAbnormal: number): Figures => {
      const found = alike.find((one) => one.is_abnormal === isAbnormal);
      return found ? toFigures(found) : none;
    };
    return row ? [{ row, sides: { normal: side(0), abnormal: side(1) } }] : [];
  });
}

/** Identifies an operation. */
export function operationKey(service: string, operation: string): string {
  return JSON.stringify([service, operation]);
}

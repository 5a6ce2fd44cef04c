import type { MessageInitShape } from '@bufbuild/protobuf';
import type { WidgetDataSchema, WidgetPoint } from '@svc/contract';
import { toTimestamp } from '@svc/reading/time';
import { mapYielding } from '@svc/runtime';
import type { MeasuredResult } from '../../../../measurements/index.js';
import type { AlignedWindow } from './widget-window.js';

type Shown = MessageInitShape<typeof WidgetDataSchema>;

/** Converts a measurement to the data that a page shows. */
export async function toShown(
  type: string,
  { series = [], truncated = false }: MeasuredResult,
  { from, step }: AlignedWindow,
): Promise<Shown> {
  if (type !== 'timeseries')
    return { rows: series.map(({ labels = {}, values = [] }) => ({ labels, ...toValue(values[0]) })), truncated };
  const times = Array.from({ length: series[0]?.values?.length ?? 0 }, (_, nth) =>
    toTimestamp(from + step * BigInt(nth)),
  );
  const shown = await mapYielding(series, ({ labels = {}, values = [] }) => ({
    labels,
    points: times.map((timestamp, nth) => ({ timestamp, ...toValue(values[nth]) })),
  }));
  return { series: shown, truncated };
}

/** JSON has no number for an unmeasured value. */
const toValue = (value = Number.NaN): Pick<WidgetPoint, 'value'> | object => (Number.isFinite(value) ? { value } : {});

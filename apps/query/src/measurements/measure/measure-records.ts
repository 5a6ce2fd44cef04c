import type { MessageInitShape } from '@bufbuild/protobuf';
import type { MeasurementResultSchema } from '@svc/contract';
import type { ProjectReader } from '@svc/reading/project-reader';
import { mapYielding } from '@svc/runtime';
import { toFigure } from './figures.js';
import { selectSeries, type SeriesRow } from './measure.query.js';
import type { Question } from './question.js';
import type { SignalSources } from './signals/source.js';

export type MeasuredResult = MessageInitShape<typeof MeasurementResultSchema>;

/** Measures a signal that consists of records. */
export async function measureRecords(
  question: Question,
  sources: SignalSources,
  reader: ProjectReader,
): Promise<MeasuredResult> {
  const { windows, groupBy, aggregate, maxGroups } = question;
  const statement = selectSeries(question, sources(question, reader.scope), reader.scope);
  const rows = await reader.rows(statement, { maxResultRows: maxGroups + 1 });
  const nothing = toFigure(aggregate, 1).ofNothing ?? Number.NaN;
  const toSeries = ({ labels, slots, figures, samples }: SeriesRow) => {
    const values = new Array<number>(windows.count).fill(nothing);
    const counts = new Array<bigint>(windows.count).fill(0n);
    for (const [index, slot] of slots.entries()) {
      values[slot] = figures[index] ?? Number.NaN;
      counts[slot] = BigInt(samples[index] ?? 0);
    }
    return { labels: toLabels(groupBy, labels), values, samples: counts };
  };
  const series = await mapYielding(rows.slice(0, maxGroups), toSeries);
  // An ungrouped measurement has one series, even without records.
  if (series.length === 0 && groupBy.length === 0)
    series.push(toSeries({ labels: [], slots: [], figures: [], samples: [] }));
  return { series, truncated: rows.length > maxGroups };
}

/** A field without a value is absent. */
export function toLabels(names: readonly string[], values: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    names.flatMap((name, index): [string, string][] => (values[index] ? [[name, values[index]]] : [])),
  );
}

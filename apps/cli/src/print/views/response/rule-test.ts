import { isObject, objectsAt, plainText, type Json, type JsonObject } from '../../../runtime/values/json.js';

/** One row for each run of windows in the same phase, series by series; a failed query is one row that says why. */
export function testRows(answer: Json): readonly JsonObject[] {
  const error = isObject(answer) ? plainText(answer['error']) : '';
  if (error !== '') return [{ phase: `error: ${error}` }];
  return objectsAt(answer, 'series').flatMap((series) => {
    const labels = isObject(series['labels']) ? series['labels'] : {};
    const shown = Object.entries(labels)
      .map(([name, value]) => `${name}=${plainText(value)}`)
      .join(' ');
    return toRuns(objectsAt(series, 'windows')).map((run) => ({ ...toRow(run), labels: shown }));
  });
}

function toRuns(windows: readonly JsonObject[]): JsonObject[][] {
  const runs: JsonObject[][] = [];
  for (const window of windows) {
    const last = runs.at(-1);
    if (last && last[0]?.['phase'] === window['phase']) last.push(window);
    else runs.push([window]);
  }
  return runs;
}

function toRow(run: readonly JsonObject[]): JsonObject {
  const values = run.flatMap(({ value }) => (typeof value === 'number' ? [value] : []));
  const shown = (value: number): string => String(Number(value.toPrecision(4)));
  return {
    from: run[0]?.['at'] ?? '',
    to: run.at(-1)?.['at'] ?? '',
    phase: run[0]?.['phase'] ?? '',
    windows: run.length,
    ...(values.length > 0 && {
      least: shown(values.reduce((least, value) => Math.min(least, value))),
      greatest: shown(values.reduce((greatest, value) => Math.max(greatest, value))),
    }),
  };
}

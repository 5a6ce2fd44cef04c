/** The units that Prometheus' conventions name in words, in the case-sensitive codes of UCUM that OpenTelemetry uses. */
const UCUM: ReadonlyMap<string, string> = new Map([
  ['nanoseconds', 'ns'],
  ['microseconds', 'us'],
  ['milliseconds', 'ms'],
  ['seconds', 's'],
  ['minutes', 'min'],
  ['hours', 'h'],
  ['days', 'd'],
  ['bytes', 'By'],
  ['kilobytes', 'kBy'],
  ['megabytes', 'MBy'],
  ['gigabytes', 'GBy'],
  ['kibibytes', 'KiBy'],
  ['mebibytes', 'MiBy'],
  ['gibibytes', 'GiBy'],
  ['bits', 'bit'],
  ['ratio', '1'],
  ['percent', '%'],
  ['celsius', 'Cel'],
  ['kelvin', 'K'],
  ['meters', 'm'],
  ['grams', 'g'],
  ['volts', 'V'],
  ['amperes', 'A'],
  ['watts', 'W'],
  ['joules', 'J'],
  ['hertz', 'Hz'],
]);

/** Parts of a histogram or summary that are numbers of observations, whatever the observations are. */
const COUNTS = /_(?:bucket|count)$/;
const ENDING = /_(?:total|sum)$/;

/**
 * The unit of a metric: that of its metadata, or else the one that its name ends with. Words become codes of UCUM; other units stay as they
 * are. Empty if it is unknown.
 *
 * @param readStated reads that of the metadata, which may be long and shared by many series; not called for a unit that is not written.
 * @param isFloat whether the metric has samples; a native histogram has the unit of its observations.
 */
export function metricUnit(name: string, readStated: () => string, isFloat: boolean): string {
  if (isFloat && COUNTS.test(name)) return '';
  const stated = readStated();
  if (stated !== '') return UCUM.get(stated) ?? stated;
  const base = name.replace(ENDING, '');
  return UCUM.get(base.slice(base.lastIndexOf('_') + 1)) ?? '';
}

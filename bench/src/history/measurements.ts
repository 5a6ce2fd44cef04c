/** One value of a figure, measured at one commit. */
export interface Measurement {
  /** `reads: logs: newest page of an hour, p50Ms`: the command, the name of the line, and the value's own name. */
  readonly figure: string;
  readonly value: number;
  readonly commit: string;
  /** ISO 8601. */
  readonly measuredAt: string;
  readonly cpu: string;
  /** The machine's load average; above the number of its cores, a latency says little. */
  readonly load: number;
}

/** The values that are worth a picture; the other numbers of a line explain them. */
const DRAWN = new Set([
  'value',
  'p50Ms',
  'p99Ms',
  'queryablePerSecond',
  'queryablePerCpuSecond',
  'peakPrivateMb',
  'acknowledgeMs.p99',
  'acknowledgedToQueryableMs.p99',
  'insertCpuMicrosecondsPerRow',
  'mergePassCpuMicrosecondsPerRow',
  'bytesPerRowMerged',
  'perCpuSecond',
  'eventsPerCpuSecond',
  'cpuPercent',
  'residentMb',
]);

/** The measurements of one line that a command of this folder printed; none for a line that is not one of its figures. */
export function toMeasurements(
  command: string,
  line: string,
  at: Pick<Measurement, 'commit' | 'measuredAt'>,
): Measurement[] {
  const parsed = parseObject(line);
  if (!parsed) return [];
  const { conditions, ...figure } = parsed;
  const { cpu = '', load = 0 } = (conditions ?? {}) as { readonly cpu?: string; readonly load?: number };
  const names = Object.values(figure).filter((value): value is string => typeof value === 'string');
  return flatten(figure)
    .filter(([name]) => DRAWN.has(name))
    .map(([name, value]) => ({ figure: `${command}: ${[...names, name].join(', ')}`, value, ...at, cpu, load }));
}

/** The members of a line that a command printed; undefined for a line that is not JSON. */
export function parseObject(line: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

/** Numbers by their names; numbers of inner objects are named `outer.inner`. */
export function flatten(value: object, prefix = ''): (readonly [name: string, value: number])[] {
  return Object.entries(value).flatMap(([name, inner]: [string, unknown]) => {
    if (typeof inner === 'number') return [[`${prefix}${name}`, inner] as const];
    return typeof inner === 'object' && inner !== null ? flatten(inner, `${prefix}${name}.`) : [];
  });
}

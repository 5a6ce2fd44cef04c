import { absentEvidence, toEvidence, type EvidenceSource } from '../evidence/evidence.js';
import { criticalPathPath, tracesPath } from '../evidence/links.js';
import type { FactParameters } from '../facts/facts.js';
import { comparePaths, MIN_TRACES, type PathComparison } from '../signals/paths/path-comparison.js';
import { service } from '../signals/signal.js';
import { formatMs, formatShare, nameOf, quote } from '../signals/texts.js';
import type { Check } from './check.js';

/** Share of the added time from which an operation is named as a part of the reason. */
const MIN_SHARE = 0.2;

/** The work that slow requests wait for, in comparison to normal ones. It says where time is added, and ranks no cause by itself. */
export const PATHS: Check<'paths'> = {
  name: 'paths',
  reading: 'paths',
  kinds: ['critical_path'],
  scopes: ['traces:read'],
  text: 'Compares the critical paths of slow requests with those of normal ones',
  async interpret(paths, parameters, source, turns) {
    const absent = (title: string) => ({
      signals: [],
      evidence: [absentEvidence('critical_path', title, tracesPath(parameters, asked(parameters)), source)],
    });
    if (!paths.some(({ isAbnormal }) => isAbnormal) || paths.every(({ isAbnormal }) => isAbnormal))
      return absent('There are no traces of slow and of normal requests whose critical paths can be compared');
    const compared = await comparePaths(paths, turns);
    if (compared === 'too_few_traces')
      return absent(
        `There are too few traces of the same operation to compare critical paths: it takes ${MIN_TRACES} slow and ${MIN_TRACES} normal ones`,
      );
    if (compared === 'as_usual')
      return absent('The critical paths of requests of the same operation are as long as usual');
    const [first] = compared.parts;
    if (!first || first.share === 0)
      return absent('Slow requests have no operation in common that takes longer on their critical paths');
    return { signals: [], evidence: [toPathEvidence(compared, first, source)] };
  },
};

function toPathEvidence(compared: PathComparison, first: PathComparison['parts'][number], source: EvidenceSource) {
  const { parts, durationMs, traces } = compared;
  const root = `${quote(compared.operation)} of ${nameOf(compared.service)}`;
  const named = parts.filter(({ share }) => share >= MIN_SHARE);
  return toEvidence(
    {
      kind: 'critical_path',
      about: 'critical_path',
      title: `${nameOf(first.service)}: ${quote(first.operation)} spends ${formatMs(first.selfMs.abnormal)} on the critical path of slow requests ${root} instead of ${formatMs(first.selfMs.normal)}, which is ${formatShare(first.share)} of the time that they take longer`,
      finding: 'present',
      entities: [...new Set([first, ...named].map((part) => part.service))].filter((name) => name !== '').map(service),
      rows: [
        {
          service: compared.service,
          operation: compared.operation,
          normal_ms: durationMs.normal,
          now_ms: durationMs.abnormal,
          normal_traces: traces.normal,
          traces: traces.abnormal,
        },
        ...parts.map(({ service: name, operation, selfMs, share }) => ({
          service: name,
          operation,
          normal_ms: selfMs.normal,
          now_ms: selfMs.abnormal,
          share,
        })),
      ],
      path: criticalPathPath(compared.example),
    },
    source,
  );
}

function asked({ services: [name] }: FactParameters) {
  return name === undefined ? undefined : service(name);
}

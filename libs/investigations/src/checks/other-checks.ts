import { absentEvidence, signalEvidence, toEvidence } from '../evidence/evidence.js';
import { agentsPath, issuesPath, metricsPath, tracesPath } from '../evidence/links.js';
import type { SeriesFact } from '../facts/facts.js';
import type { EvidenceKind } from '../model.js';
import { issueSignals } from '../signals/issue-signals.js';
import { seriesSignals } from '../signals/series-signals.js';
import type { SignalName } from '../signals/signal.js';
import { counted } from '../signals/texts.js';
import { strongest, type Check, type Interpretation } from './check.js';

/** Issues that are new, came back or have many more errors than usual. */
export const ISSUES: Check<'issues'> = {
  name: 'issues',
  reading: 'issues',
  kinds: ['issue'],
  scopes: ['issues:read'],
  text: 'Looks for issues that are new, came back or have more errors',
  interpret(issues, parameters, source) {
    const signals = issueSignals(issues, parameters);
    const evidence = strongest(signals).map((signal) => signalEvidence(signal, issuesPath(), source));
    if (evidence.length > 0) return { signals, evidence };
    const title = 'No issue is new, came back or has more errors than usual';
    return { signals, evidence: [absentEvidence('issue', title, issuesPath(), source)] };
  },
};

/** Metrics of machines, pools, queues and everything else that has a series. */
export const METRICS: Check<'series'> = {
  name: 'metrics',
  reading: 'series',
  kinds: ['metric'],
  scopes: ['metrics:read'],
  text: 'Compares metrics of services, machines and queues with normal',
  interpret(series, parameters, source) {
    return ofSeries(series, parameters, source, { name: 'metric', kind: 'metric', path: metricsPath(), absent: 'No metric left its usual range' });
  },
};

/** Cost, tokens and failures of AI agents and models. */
export const AGENTS: Check<'agents'> = {
  name: 'agents',
  reading: 'agents',
  kinds: ['agent_cost'],
  scopes: ['llm:read'],
  text: 'Compares the cost and the calls of AI agents with normal',
  interpret(series, parameters, source) {
    const absent = series.length === 0 ? 'There are no calls of models in the window' : 'Cost and calls of AI agents are as usual';
    return ofSeries(series, parameters, source, { name: 'agent_cost', kind: 'agent_cost', path: agentsPath(), absent });
  },
};

interface SeriesForm {
  readonly name: SignalName;
  readonly kind: EvidenceKind;
  readonly path: string;
  readonly absent: string;
}

function ofSeries(
  series: readonly SeriesFact[],
  parameters: Parameters<typeof METRICS.interpret>[1],
  source: Parameters<typeof METRICS.interpret>[2],
  { name, kind, path, absent }: SeriesForm,
): Interpretation {
  const { normal, abnormal } = parameters;
  const before = { start: normal[0]?.start ?? abnormal.start, end: normal.at(-1)?.end ?? abnormal.start };
  const signals = seriesSignals(series, before, abnormal, { name, kind });
  const evidence = strongest(signals).map((signal) => signalEvidence(signal, path, source));
  return { signals, evidence: evidence.length > 0 ? evidence : [absentEvidence(kind, absent, path, source)] };
}

/** How many persons and accounts the symptom reached. */
export const AFFECTED: Check<'affected'> = {
  name: 'affected',
  reading: 'affected',
  kinds: ['affected'],
  scopes: ['persons:read', 'traces:read'],
  text: 'Counts the persons and accounts whose requests were affected',
  interpret({ persons, accounts, requests, isTruncated }, parameters, source) {
    const least = isTruncated ? 'at least ' : '';
    if (requests === 0 || persons === 0) {
      const title = 'No affected request names a person';
      return { signals: [], evidence: [absentEvidence('affected', title, tracesPath(parameters), source)] };
    }
    const evidence = toEvidence(
      {
        kind: 'affected',
        about: 'affected',
        title: `${least}${counted(persons, 'person')} and ${counted(accounts, 'account')} were affected`,
        finding: 'present',
        entities: [],
        rows: [{ persons, accounts, requests, is_truncated: isTruncated }],
        path: tracesPath(parameters),
      },
      source,
    );
    return { signals: [], evidence: [evidence] };
  },
};

import { absentEvidence, signalEvidence, toEvidence } from '../evidence/evidence.js';
import { issuesPath, tracesPath } from '../evidence/links.js';
import { issueSignals } from '../signals/issue-signals.js';
import { counted } from '../signals/texts.js';
import { strongest, type Check } from './check.js';

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

/** Counts the persons that the symptom reached. */
export const AFFECTED: Check<'affected'> = {
  name: 'affected',
  reading: 'affected',
  kinds: ['affected'],
  scopes: ['persons:read'],
  text: 'Counts the persons whose requests were affected',
  interpret({ persons, requests, isSampled }, parameters, source) {
    const least = isSampled ? 'at least ' : '';
    if (requests === 0 || persons === 0) {
      const title = 'No affected request names a person';
      return { signals: [], evidence: [absentEvidence('affected', title, tracesPath(parameters), source)] };
    }
    const evidence = toEvidence(
      {
        kind: 'affected',
        about: 'affected',
        title: `${least}${counted(persons, 'person')} had affected requests`,
        finding: 'present',
        entities: [],
        rows: [{ persons, requests, is_sampled: isSampled }],
        path: tracesPath(parameters),
      },
      source,
    );
    return { signals: [], evidence: [evidence] };
  },
};

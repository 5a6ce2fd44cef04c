import { absentEvidence, signalEvidence } from '../evidence/evidence.js';
import { issuesPath } from '../evidence/links.js';
import { issueSignals } from '../signals/issue-signals.js';
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

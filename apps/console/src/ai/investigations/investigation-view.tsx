import type { ReactNode } from 'react';
import type { Investigation } from '../../gen/api.js';
import { formatBytes, formatCost, formatCount, formatDuration } from '../../time/amounts.js';
import { Badge, type Tone } from '../../ui/controls/badge.js';
import { Card, Cards } from '../../ui/layout/card.js';
import { Facts, type Fact } from '../../ui/layout/facts.js';
import { OutsideText } from '../../ui/text/outside-text.js';
import { Tip } from '../../ui/text/tip.js';
import { isOpen, toOmissionKey, toStepKey } from './apply-event.js';
import { Conclusion } from './conclusion.js';
import { EvidenceList } from './evidence-list.js';
import { Hypotheses } from './hypotheses.js';
import classes from './investigation-view.module.css';
import { Messages } from './messages.js';

const STEPS: Readonly<Record<string, Tone>> = { failed: 'danger', running: 'info', skipped: 'neutral' };

/** Shows what an investigation concludes, from which hypotheses and evidence, and how it went on. */
export function InvestigationView({ investigation }: { readonly investigation: Investigation }): ReactNode {
  const { evidence, omitted, error, steps } = investigation;
  return (
    <>
      {error && (
        <p className={classes.failure}>
          It failed: <OutsideText text={error.message} limit={500} />
        </p>
      )}
      {omitted.length > 0 && (
        <ul className={classes.note}>
          {omitted.map((omission) => (
            <li key={toOmissionKey(omission)}>
              {`Left out: ${omission.kind.replaceAll('_', ' ')}, because ${omission.scopes.join(', ')} is missing for the ${omission.missing_for}.`}
            </li>
          ))}
        </ul>
      )}
      <Conclusion investigation={investigation} />
      <Cards minWidth={440}>
        <Hypotheses investigation={investigation} />
        <Card title={`Evidence: ${formatCount(evidence.length)}`}>
          <EvidenceList evidence={evidence} isOpen={isOpen(investigation)} />
        </Card>
        <Messages investigation={investigation} />
        <Card title="Steps">
          <ol aria-label="Steps" className={classes.steps}>
            {steps.map((step) => (
              <li key={toStepKey(step)}>
                <OutsideText text={step.text ?? step.check} limit={300} />{' '}
                {STEPS[step.status] && (
                  <Tip text={step.reason}>
                    <Badge tone={STEPS[step.status] ?? 'neutral'}>{step.status}</Badge>
                  </Tip>
                )}
              </li>
            ))}
          </ol>
          <Facts label="Budget" facts={toBudget(investigation)} />
        </Card>
      </Cards>
    </>
  );
}

function toBudget({ budget, model }: Investigation): readonly Fact[] {
  const { queries, bytes_read: bytes, duration_ms: time, tokens, cost } = budget ?? {};
  const facts: readonly (Fact | false | undefined)[] = [
    queries && { name: 'Queries', value: `${formatCount(queries.used)} of ${formatCount(queries.limit)}` },
    bytes && { name: 'Read', value: `${formatBytes(bytes.used)} of ${formatBytes(bytes.limit)}` },
    time && { name: 'Time', value: `${formatDuration(time.used, 'ms')} of ${formatDuration(time.limit, 'ms')}` },
    tokens && tokens.used > 0 && { name: 'Tokens', value: formatCount(tokens.used) },
    cost?.used !== undefined && { name: 'Cost', value: formatCost(cost.used) },
    { name: 'Words by', value: model ?? 'rules' },
  ];
  return facts.filter((fact) => fact !== false && fact !== undefined);
}

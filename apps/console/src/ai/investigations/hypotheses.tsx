import type { ReactNode } from 'react';
import type { Investigation, InvestigationHypothesis } from '../../gen/api.js';
import { Badge, type Tone } from '../../ui/controls/badge.js';
import { Card } from '../../ui/layout/card.js';
import { OutsideText } from '../../ui/text/outside-text.js';
import { isOpen } from './apply-event.js';
import classes from './hypotheses.module.css';

const TONES: Readonly<Record<string, Tone>> = { confirmed: 'ok', supported: 'ok', likely: 'warn', rejected: 'neutral' };

/** The causes that were considered, the most plausible first, with what speaks for and against each. */
export function Hypotheses({ investigation }: { readonly investigation: Investigation }): ReactNode {
  const { hypotheses, evidence } = investigation;
  const ranked = hypotheses.toSorted((a, b) => b.score - a.score);
  return (
    <Card title="Hypotheses">
      {ranked.length === 0 && (
        <p className={classes.note}>
          {isOpen(investigation) ? 'They are weighed once the evidence is there.' : 'No cause was considered.'}
        </p>
      )}
      <ol aria-label="Hypotheses" className={classes.list}>
        {ranked.map((hypothesis) => (
          <li key={hypothesis.id}>
            <p className={classes.head}>
              <OutsideText text={hypothesis.text} limit={500} />
              <Badge tone={TONES[hypothesis.status] ?? 'neutral'}>{hypothesis.status}</Badge>
            </p>
            <ForAndAgainst hypothesis={hypothesis} evidence={evidence} />
          </li>
        ))}
      </ol>
    </Card>
  );
}

interface ForAndAgainstProps {
  readonly hypothesis: InvestigationHypothesis;
  readonly evidence: Investigation['evidence'];
}

/** Evidence that was present speaks for a hypothesis, and what was looked for and absent against it. */
function ForAndAgainst({ hypothesis: { evidence_ids: ids }, evidence }: ForAndAgainstProps): ReactNode {
  const cited = evidence.filter(({ id }) => ids.includes(id));
  return (
    <ul className={classes.reasons}>
      {cited.map(({ id, title, finding }) => (
        <li key={id}>
          {finding === 'absent' ? '− ' : '+ '}
          <OutsideText text={title} limit={300} />
        </li>
      ))}
      {cited.length < ids.length && <li>{`and ${ids.length - cited.length} more that you may not see`}</li>}
    </ul>
  );
}

import type { ReactNode } from 'react';
import type { Investigation, InvestigationClaim } from '../../gen/api.js';
import { TargetLink } from '../../links/target-link.js';
import { Badge } from '../../ui/controls/badge.js';
import { Card } from '../../ui/layout/card.js';
import { OutsideText } from '../../ui/text/outside-text.js';
import { isOpen, reasonsOf } from './apply-event.js';
import classes from './conclusion.module.css';

/** Shows what the investigation says about the cause, each sentence with its evidence, and why it is not more certain. */
export function Conclusion({ investigation }: { readonly investigation: Investigation }): ReactNode {
  const { conclusion, evidence } = investigation;
  if (!conclusion)
    return (
      <Card title="Conclusion">
        <p className={classes.note}>
          {isOpen(investigation) ? 'It is still looking; evidence appears below as it is found.' : 'There is none.'}
        </p>
      </Card>
    );
  const { level, text, causes, claims, reason } = conclusion;
  return (
    <Card title="Conclusion" aside={<Badge tone={level === 'confirmed' ? 'ok' : 'neutral'}>{level}</Badge>}>
      {text !== undefined && text !== '' && (
        <p className={classes.text}>
          <OutsideText text={text} limit={4_000} />
        </p>
      )}
      {causes.length > 0 && (
        <p>
          {'Cause: '}
          {causes.map(({ type, name }, index) => (
            <span key={`${type} ${name}`}>
              {index > 0 && ', '}
              {`${type} `}
              <TargetLink type={type} id={name}>
                <OutsideText text={name} limit={120} />
              </TargetLink>
            </span>
          ))}
        </p>
      )}
      <ul aria-label="Sentences with their evidence" className={classes.claims}>
        {claims.map((claim, index) => (
          <Claim key={index} claim={claim} evidence={evidence} />
        ))}
      </ul>
      {reason !== undefined && reason !== '' && (
        <p className={classes.note}>
          <OutsideText text={reason} limit={2_000} />
        </p>
      )}
    </Card>
  );
}

interface ClaimProps {
  readonly claim: InvestigationClaim;
  readonly evidence: Investigation['evidence'];
}

function Claim({ claim, evidence }: ClaimProps): ReactNode {
  const reasons = reasonsOf(evidence, claim);
  return (
    <li>
      <OutsideText text={claim.text} limit={1_000} />
      {reasons.length > 0 && (
        <p className={classes.note}>
          <OutsideText text={`Because: ${reasons.join('; ')}`} limit={1_000} />
        </p>
      )}
    </li>
  );
}

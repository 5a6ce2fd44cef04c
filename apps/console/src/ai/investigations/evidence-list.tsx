import { useId, useState, type ReactNode } from 'react';
import type { InvestigationEvidence } from '../../gen/api.js';
import { formatBytes, formatDuration } from '../../time/amounts.js';
import { TimeText } from '../../time/time-text.js';
import { Badge } from '../../ui/controls/badge.js';
import { Button } from '../../ui/controls/button.js';
import { OutsideText } from '../../ui/text/outside-text.js';
import { LazyJson } from '../../ui/value/lazy-json.js';
import classes from './evidence-list.module.css';

interface EvidenceListProps {
  readonly evidence: readonly InvestigationEvidence[];
  readonly isOpen: boolean;
}

/** Lists what was found, in its order. While the investigation is open, what is new is read out. */
export function EvidenceList({ evidence, isOpen }: EvidenceListProps): ReactNode {
  if (evidence.length === 0)
    return <p className={classes.note}>{isOpen ? 'Nothing has been found yet.' : 'Nothing was found.'}</p>;
  return (
    <ol aria-label="Evidence" aria-live={isOpen ? 'polite' : undefined} className={classes.list}>
      {evidence.map((each) => (
        <Evidence key={each.id} evidence={each} />
      ))}
    </ol>
  );
}

function Evidence({ evidence }: { readonly evidence: InvestigationEvidence }): ReactNode {
  const [isShown, setShown] = useState(false);
  const id = useId();
  const { kind, title, finding, expired, window, query, result, link, round } = evidence;
  return (
    <li className={classes.item}>
      <Button
        kind="quiet"
        icon={isShown ? 'down' : 'right'}
        aria-label={`Details of ${title.slice(0, 80)}`}
        aria-expanded={isShown}
        aria-controls={isShown ? id : undefined}
        onClick={() => setShown(!isShown)}
      />
      <span className={classes.title}>
        <OutsideText text={title} limit={400} />
      </span>
      <span className={classes.kind}>
        {finding === 'absent' && <Badge>absent</Badge>}
        {expired && <Badge tone="warn">expired</Badge>}
        <Badge tone="info">{kind.replaceAll('_', ' ')}</Badge>
      </span>
      {isShown && (
        <div id={id} className={classes.details}>
          <p className={classes.note}>
            {window?.start !== undefined && window.end !== undefined && (
              <>
                <TimeText at={window.start} /> – <TimeText at={window.end} />
                {' · '}
              </>
            )}
            {query && `read ${formatBytes(query.bytes_read)} in ${formatDuration(query.duration_ms, 'ms')} · `}
            {`round ${round} · ID ${evidence.id.slice(0, 8)}`}
          </p>
          <LazyJson label="Rows" value={result} fileName="evidence.json" />
          {query && <LazyJson label="Query" value={query} fileName="query.json" />}
          {link !== '' && (
            <p className={classes.note}>
              Shown by <code>{link}</code>
            </p>
          )}
        </div>
      )}
    </li>
  );
}

import type { ReactNode } from 'react';
import classes from './json-tree.module.css';
import { MAX_HITS } from './limits.js';

interface JsonHitsProps {
  readonly term: string;
  readonly count: number;
  readonly hit: number;
  readonly onHit: (hit: number) => void;
}

/** The number of matches of a search, with buttons to the next and the previous one. The line keeps its height without a search. */
export function JsonHits({ term, count, hit, onHit }: JsonHitsProps): ReactNode {
  const total = `${count}${count === MAX_HITS ? ' or more' : ''}`;
  return (
    <div className={classes.found}>
      <p role="status">{term !== '' && (count === 0 ? 'Nothing found' : `${hit + 1} of ${total}`)}</p>
      {count > 1 && (
        <>
          <button type="button" className={classes.step} onClick={() => onHit((hit + count - 1) % count)}>
            Previous
          </button>
          <button type="button" className={classes.step} onClick={() => onHit((hit + 1) % count)}>
            Next
          </button>
        </>
      )}
    </div>
  );
}

import type { ReactNode } from 'react';
import { useApi } from '../../../api/hooks.js';
import { useDebounced } from '../../../api/use-debounced.js';
import { formatCount } from '../../../time/amounts.js';
import { ErrorBox } from '../../../ui/feedback/error-box.js';
import type { Json } from '../../conditions/condition-draft.js';
import { sorted } from '../../conditions/condition-draft.js';
import classes from '../../conditions/conditions.module.css';
import { PersonLink } from '../../parts/customer-links.js';
import { Note } from '../../parts/toolbar.js';
import type { CohortKind } from './cohort-draft.js';

interface CohortPreviewProps {
  readonly kind: CohortKind;
  readonly definition: Json;
  /** Whether the draft has no mistake that the form knows of. */
  readonly isReady: boolean;
}

/** Milliseconds without a key after which the draft is evaluated. */
const PAUSE_MS = 400;
const SHOWN = 10;

/** The persons that a definition would have now, before it is saved. */
export function CohortPreview({ kind, definition, isReady }: CohortPreviewProps): ReactNode {
  // The text, because each reading of the form makes another object.
  const text = useDebounced(isReady ? sorted({ kind, definition }) : '', PAUSE_MS);
  const body = text === '' ? undefined : (JSON.parse(text) as { kind: 'property'; definition: Json });
  const { data, error } = useApi(
    'POST /analytics/cohorts/preview',
    { body: { kind: 'property', definition: {}, ...body, sample_limit: SHOWN } },
    { enabled: body !== undefined && kind !== 'static', keepsPrevious: false },
  );
  return (
    <section aria-label="Preview" aria-live="polite" className={classes.preview}>
      {body === undefined && <Note>Members are shown here once the conditions are complete.</Note>}
      {body !== undefined && error && <ErrorBox error={error} />}
      {body !== undefined && data && (
        <>
          <strong>{data.count === 1 ? '1 person now' : `${formatCount(data.count)} persons now`}</strong>
          <ul aria-label="First members" className={classes.sample}>
            {data.sample.map(({ person_id: id, distinct_id: name }) => (
              <li key={id}>
                <PersonLink id={name} />
              </li>
            ))}
          </ul>
          {data.count > data.sample.length && <Note>The first {data.sample.length} by ID.</Note>}
        </>
      )}
    </section>
  );
}

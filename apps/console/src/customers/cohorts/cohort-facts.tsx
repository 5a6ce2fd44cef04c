import type { Cohort } from '../../gen/api.js';
import { TimeText } from '../../time/time-text.js';
import type { Fact } from '../../ui/layout/facts.js';
import { OutsideText } from '../../ui/text/outside-text.js';
import { describeDefinition } from '../parts/describe-condition.js';

/** The definition of a cohort and the outcome of its last build. */
export function toFacts(cohort: Cohort): readonly Fact[] {
  const { description, definition, latest_build: build, created_at: created } = cohort;
  const facts: readonly (Fact | false)[] = [
    description !== '' && { name: 'Purpose', value: <OutsideText text={description} limit={2000} /> },
    { name: 'Kind', value: cohort.kind },
    definition !== undefined && {
      name: 'Condition',
      value: <OutsideText text={describeDefinition(definition)} limit={4000} />,
    },
    build !== undefined && {
      name: 'Last build',
      value: (
        <>
          {build.state}
          {build.finished_at !== undefined && (
            <>
              {', '}
              <TimeText at={build.finished_at} />
            </>
          )}
          {build.error !== undefined && build.error !== '' && (
            <>
              {': '}
              <OutsideText text={build.error} limit={400} />
            </>
          )}
        </>
      ),
    },
    created !== undefined && { name: 'Created', value: <TimeText at={created} /> },
    { name: 'ID', value: <code>{cohort.id}</code> },
  ];
  return facts.filter((fact) => fact !== false);
}

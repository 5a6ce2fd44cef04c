import type { ReactNode } from 'react';
import { formatExact } from '../api/parse-exact.js';
import type { Flag } from '../gen/api.js';
import { useMembers } from '../session/use-members.js';
import { TimeText } from '../time/time-text.js';
import { Facts, type Fact } from '../ui/layout/facts.js';
import { PanelSection } from '../ui/layout/panel.js';
import { OutsideText } from '../ui/text/outside-text.js';

const BUCKETS: Readonly<Record<string, string>> = {
  distinct_id: 'by distinct ID: another ID of the same person may get something else',
  person_id: 'by person: all IDs of a person get the same',
  device_id: 'by device',
  group_key: 'by group',
};

/** Facts about a flag: the way in which shares are drawn, and who made it. */
export function FlagFacts({ flag }: { readonly flag: Flag }): ReactNode {
  const { nameOf } = useMembers();
  const { filters, requires, created_by: author, created_at: created, updated_at: updated } = flag;
  const aggregation = filters?.aggregation ?? 'person';
  const bucket = filters?.bucket_by ?? (aggregation === 'person' ? 'distinct_id' : 'group_key');
  const payload = filters?.payload ?? undefined;
  const facts: readonly (Fact | false)[] = [
    { name: 'Shares are drawn', value: BUCKETS[bucket] ?? bucket },
    aggregation !== 'person' && { name: 'Given to', value: `whole groups of the type ${aggregation}` },
    filters?.salt !== undefined && { name: 'Salt', value: <OutsideText text={filters.salt} limit={200} /> },
    payload !== undefined && { name: 'Payload', value: <OutsideText text={formatExact(payload)} limit={400} /> },
    requires.length > 0 && { name: 'Local evaluation needs', value: requires.join(', ') },
    { name: 'Version', value: flag.version },
    updated !== undefined && { name: 'Changed', value: <TimeText at={updated} /> },
    created !== undefined && { name: 'Created', value: <TimeText at={created} /> },
    author !== undefined && { name: 'Created by', value: <OutsideText text={nameOf(author)} limit={120} /> },
  ];
  return (
    <PanelSection title="Facts">
      <Facts label="Facts" facts={facts.filter((fact) => fact !== false)} />
    </PanelSection>
  );
}

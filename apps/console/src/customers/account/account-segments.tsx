import type { ReactNode } from 'react';
import { useApi } from '../../api/hooks.js';
import type { Segment } from '../../gen/api.js';
import { ScopeLink } from '../../links/scope-link.js';
import { useSession } from '../../session/session.js';
import { formatCount } from '../../time/amounts.js';
import { Badge } from '../../ui/controls/badge.js';
import { ErrorBox } from '../../ui/feedback/error-box.js';
import { Card } from '../../ui/layout/card.js';
import { OutsideText } from '../../ui/text/outside-text.js';
import { describeCondition } from '../parts/describe-condition.js';
import { Reasons } from '../parts/reasons.js';
import { Note } from '../parts/toolbar.js';

const SHOWN = 20;

interface AccountSegmentsProps {
  readonly type: string;
  readonly id: string;
}

/** The segments of accounts of this type, and whether this one is among their first members. */
export function AccountSegments({ type, id }: AccountSegmentsProps): ReactNode {
  const { can } = useSession();
  const mayRead = can('segments:read');
  const { data, error } = useApi('GET /account-segments', {}, { enabled: mayRead });
  const segments = data?.segments.filter(({ group_type: each }) => each === type) ?? [];
  return (
    <Card title="Segments">
      {!mayRead && <Note>Your role does not have segments:read.</Note>}
      {error && <ErrorBox error={error} />}
      {data && segments.length === 0 && <Note>No segment has accounts of this type.</Note>}
      {segments.slice(0, SHOWN).map((segment) => (
        <SegmentMembership key={segment.id} segment={segment} id={id} />
      ))}
      {segments.length > SHOWN && <Note>These are the newest {SHOWN} segments.</Note>}
    </Card>
  );
}

function SegmentMembership({ segment, id }: { readonly segment: Segment; readonly id: string }): ReactNode {
  const { data } = useApi('GET /account-segments/{segment_id}/preview', { path: { segment_id: segment.id } });
  const isMember = data?.sample.some(({ group_key: key }) => key === id) ?? false;
  // Only the first members are listed; the others are not known.
  const isKnown = data !== undefined && (isMember || data.sample.length >= data.total);
  const rule = `All of: ${segment.filters.map(describeCondition).join(', ')}.`;
  const members = data ? ` ${formatCount(data.total)} members.` : '';
  const unknown =
    data && !isKnown
      ? ` Only the first ${formatCount(data.sample.length)} are listed, so this account may be one of the others.`
      : '';
  return (
    <Reasons
      label={`Segment ${segment.name}`}
      items={[
        {
          key: segment.id,
          name: (
            <ScopeLink to="customers" search={{ tab: 'segments', open: segment.id }}>
              <OutsideText text={segment.name} limit={120} />
            </ScopeLink>
          ),
          aside: isKnown && <Badge tone={isMember ? 'ok' : 'neutral'}>{isMember ? 'member' : 'no member'}</Badge>,
          why: <OutsideText text={`${rule}${members}${unknown}`} limit={1000} />,
        },
      ]}
    />
  );
}

import { useEffect, type ReactNode } from 'react';
import { useApi } from '../../api/hooks.js';
import { formatExact } from '../../api/parse-exact.js';
import type { FlagDecision } from '../../gen/api.js';
import { TargetLink } from '../../links/target-link.js';
import { useSession } from '../../session/session.js';
import { Badge } from '../../ui/controls/badge.js';
import { ErrorBox } from '../../ui/feedback/error-box.js';
import { Card } from '../../ui/layout/card.js';
import { OutsideText } from '../../ui/text/outside-text.js';
import { Reasons } from '../parts/reasons.js';
import { Note } from '../parts/toolbar.js';

/** Milliseconds until flags are evaluated again whose properties were not read in time. */
const RETRY_MS = 3_000;

/** The value of each flag for a person, with the reason. Reading it is no exposure. */
export function PersonFlags({ distinctId }: { readonly distinctId: string }): ReactNode {
  const { can } = useSession();
  const mayEvaluate = can('flags:evaluate');
  const body = { distinct_id: distinctId, include_reasons: true, explain: true, send_exposure: false };
  const { data, error, refetch, dataUpdatedAt } = useApi('POST /decide', { body }, { enabled: mayEvaluate });
  const isPartial = data?.errors_while_computing === true;
  useEffect(() => {
    if (!isPartial) return undefined;
    const timer = setTimeout(() => void refetch(), RETRY_MS);
    return () => clearTimeout(timer);
  }, [isPartial, dataUpdatedAt, refetch]);
  const flags = Object.entries(data?.flags ?? {});
  return (
    <Card title="Flags now">
      {!mayEvaluate && <Note>Your role does not have flags:evaluate.</Note>}
      {error && <ErrorBox error={error} />}
      {data && flags.length === 0 && <Note>The project has no flags.</Note>}
      {isPartial && <Note>Some flags could not be evaluated yet, and are missing here.</Note>}
      <Reasons
        label="Flags"
        items={flags.map(([key, decision]) => ({
          key,
          name: (
            <TargetLink type="flag" id={key}>
              <OutsideText text={key} limit={120} />
            </TargetLink>
          ),
          aside: (
            <Badge tone={decision.enabled ? 'ok' : 'neutral'}>
              <OutsideText text={toValue(decision)} limit={80} />
            </Badge>
          ),
          why: <OutsideText text={toReason(decision)} limit={400} />,
        }))}
      />
    </Card>
  );
}

function toValue({ enabled, variant }: FlagDecision): string {
  if (variant === undefined || variant === null || typeof variant === 'boolean') return enabled ? 'on' : 'off';
  return typeof variant === 'string' ? variant : formatExact(variant);
}

function toReason({ reason }: FlagDecision): string {
  if (!reason) return 'The service gave no reason.';
  const group = reason.condition_index === undefined ? '' : ` Condition group ${reason.condition_index + 1}.`;
  return `${reason.description ?? reason.code}${group}`;
}

import { useState, type ReactNode } from 'react';
import { useApi } from '../../api/hooks.js';
import { missingScope } from '../../session/missing-scope.js';
import { useSession } from '../../session/session.js';
import { formatCount } from '../../time/amounts.js';
import { TimeText } from '../../time/time-text.js';
import { Button } from '../../ui/controls/button.js';
import { ErrorBox } from '../../ui/feedback/error-box.js';
import { Card } from '../../ui/layout/card.js';
import { OutsideText } from '../../ui/text/outside-text.js';
import { Reasons } from '../parts/reasons.js';
import { Note } from '../parts/toolbar.js';
import { explainAlias, explainRefusal } from './explain-alias.js';
import { UnlinkDialog } from './unlink-dialog.js';

const SHOWN = 50;

/** The IDs of a person with what linked them, and the links that were refused with the reason. */
export function PersonAliases({ personId }: { readonly personId: string }): ReactNode {
  const { data, error } = useApi('GET /persons/{person_id}/aliases', { path: { person_id: personId } });
  const { can } = useSession();
  const [unlinked, setUnlinked] = useState<string>();
  const reason = can('persons:write') ? undefined : missingScope('persons:write');
  const aliases = data?.aliases ?? [];
  const left = aliases.length - SHOWN;
  return (
    <Card title={data ? `IDs (${formatCount(aliases.length)})` : 'IDs'}>
      {error && <ErrorBox error={error} />}
      <Reasons
        label="IDs"
        items={aliases.slice(0, SHOWN).map((alias) => ({
          key: alias.distinct_id,
          name: <OutsideText text={alias.distinct_id} limit={120} />,
          why: <OutsideText text={explainAlias(alias)} limit={400} />,
          aside: (
            <>
              {alias.linked_at !== undefined && <TimeText at={alias.linked_at} />}
              {!alias.is_canonical && (
                <Button
                  kind="quiet"
                  icon="close"
                  aria-label={`Remove the link of ${alias.distinct_id}`}
                  disabledReason={reason}
                  onClick={() => setUnlinked(alias.distinct_id)}
                />
              )}
            </>
          ),
        }))}
      />
      {unlinked !== undefined && (
        <UnlinkDialog personId={personId} distinctId={unlinked} onClose={() => setUnlinked(undefined)} />
      )}
      {left > 0 && <Note>{formatCount(left)} more; svc persons aliases lists all of them.</Note>}
      {data && data.refused.length > 0 && (
        <Reasons
          label="Refused links"
          items={data.refused.map((link) => ({
            key: `${link.anon_distinct_id} ${link.message_id}`,
            name: <OutsideText text={link.anon_distinct_id} limit={120} />,
            why: <OutsideText text={explainRefusal(link)} limit={400} />,
            aside: link.timestamp !== undefined && <TimeText at={link.timestamp} />,
          }))}
        />
      )}
    </Card>
  );
}

import { useState, type ReactNode } from 'react';
import { useApi } from '../../api/hooks.js';
import frame from '../../drafts/conflict.module.css';
import { useSession } from '../../session/session.js';
import classes from '../settings.module.css';
import { describeEffects } from './describe-effects.js';
import type { SecurityDraft } from './security.js';

interface EffectsProps {
  readonly before: SecurityDraft;
  readonly after: SecurityDraft;
}

/** The effects that saving the rules would have. */
export function Effects({ before, after }: EffectsProps): ReactNode {
  const { can, user } = useSession();
  const [nowMs] = useState(() => Date.now());
  const members = useApi('GET /account/members', {}, { enabled: can('members:read') });
  const keys = useApi('GET /account/api-keys', {}, { enabled: can('api_keys:read') });
  const effects = describeEffects(before, after, {
    others: members.data?.members.filter(({ user_id: id }) => id !== user.id).length,
    keys: keys.data?.api_keys,
    nowMs,
  });
  if (effects.length === 0) return null;
  return (
    <div role="status" aria-label="What saving does" className={frame.conflict}>
      <p>If you save this:</p>
      <ul className={classes.effects}>
        {effects.map((effect) => (
          <li key={effect}>{effect}</li>
        ))}
      </ul>
    </div>
  );
}

import { useState, type ReactNode } from 'react';
import type { Connection } from '../../gen/api.js';
import { Button } from '../../ui/controls/button.js';
import { TextField } from '../../ui/controls/text-field.js';
import { CodeBlock } from '../../ui/feedback/code-block.js';
import { CheckField } from '../../ui/fields/check-field.js';
import classes from '../settings.module.css';
import type { EditDraft } from './edit-draft.js';
import { newSecret } from './new-secret.js';

interface WebhookFieldsProps {
  readonly connection: Connection;
  readonly draft: EditDraft;
  readonly onChange: (part: Partial<EditDraft>) => void;
}

/** Lets the provider tell of changes at once: the address for it, and the secret that it signs with. */
export function WebhookFields({ connection, draft, onChange }: WebhookFieldsProps): ReactNode {
  const [made, setMade] = useState<string>();
  const { acceptsWebhooks, webhookSecret } = draft;
  const isStored = connection.accepts_webhooks;
  return (
    <>
      <CheckField
        label="Accept webhooks of the provider"
        isChecked={acceptsWebhooks}
        hint="Changes of tickets are read at once instead of within a minute."
        onChange={(accepts) => onChange({ acceptsWebhooks: accepts, webhookSecret: '' })}
      />
      {acceptsWebhooks && (
        <>
          <p className={classes.note}>Register this address at the provider, for events about issues, as JSON:</p>
          <CodeBlock
            label="Address for webhooks"
            text={`${window.location.origin}/api/v1/connections/${connection.id}/webhook`}
          />
          <TextField
            label="Secret of the webhook"
            type="password"
            autoComplete="new-password"
            value={webhookSecret}
            hint={isStored ? 'One is stored. Leave it empty to keep it.' : 'The provider signs with the same one.'}
            onChange={(secret) => onChange({ webhookSecret: secret })}
          />
          {made !== undefined && made === webhookSecret ? (
            <>
              <CodeBlock label="New secret of the webhook" text={made} />
              <p className={classes.note}>Store it at the provider now; it is not shown again.</p>
            </>
          ) : (
            <div>
              <Button
                onClick={() => {
                  const secret = newSecret();
                  setMade(secret);
                  onChange({ webhookSecret: secret });
                }}
              >
                Make a secret
              </Button>
            </div>
          )}
        </>
      )}
    </>
  );
}

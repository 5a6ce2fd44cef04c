import type { ReactNode } from 'react';
import { TextField } from '../../ui/controls/text-field.js';
import { toShown, type ConnectionDraft } from './providers.js';

interface TokenFieldsProps {
  readonly draft: ConnectionDraft;
  readonly onChange: (part: Partial<ConnectionDraft>) => void;
}

/** The token with the account that it belongs to, and the address of the provider. */
export function TokenFields({ draft: { provider, way, secret, account, url }, onChange }: TokenFieldsProps): ReactNode {
  const isToken = way === 'token';
  const shown = toShown({ provider, way });
  return (
    <>
      {shown.url && (
        <TextField
          label={provider === 'jira' ? 'Address of Jira' : 'Address of GitHub Enterprise'}
          value={url}
          placeholder={provider === 'jira' ? 'https://acme.atlassian.net' : 'https://github.example.com/api/v3'}
          hint={isToken && provider === 'jira' ? undefined : 'Only if there are several, or it is not the usual one.'}
          onChange={(next) => onChange({ url: next })}
        />
      )}
      {shown.account && (
        <TextField
          label="E-mail of the token’s user"
          value={account}
          hint="For Jira Cloud only."
          onChange={(next) => onChange({ account: next })}
        />
      )}
      {isToken && (
        <TextField
          label="Token"
          type="password"
          autoComplete="new-password"
          value={secret}
          hint="It is encrypted, and never shown again."
          onChange={(next) => onChange({ secret: next })}
        />
      )}
    </>
  );
}

import { useState, type ReactNode } from 'react';
import { useApi } from '../../api/hooks.js';
import { CopyMenu } from '../../copy/copy-menu.js';
import type { ContactMethod } from '../../gen/api.js';
import { useScope } from '../../scope/scope.js';
import { missingScope } from '../../session/missing-scope.js';
import { useSession } from '../../session/session.js';
import { Badge } from '../../ui/controls/badge.js';
import { Button } from '../../ui/controls/button.js';
import { ErrorBox } from '../../ui/feedback/error-box.js';
import { Table } from '../../ui/layout/table.js';
import { OutsideText } from '../../ui/text/outside-text.js';
import classes from '../settings.module.css';
import { AddContact } from './add-contact.js';
import { CONTACT_STATES, nameContact } from './contact-types.js';
import { DeleteContact } from './delete-contact.js';
import { VerifyContact } from './verify-contact.js';

type Asked = { readonly kind: 'add' } | { readonly kind: 'verify' | 'delete'; readonly method: ContactMethod };

/** The ways in which the user is paged, and whether pages reach them. */
export function ContactsSection(): ReactNode {
  const { can } = useSession();
  const { project } = useScope();
  const [asked, setAsked] = useState<Asked>();
  const { data, error, refetch } = useApi('GET /users/me/contact-methods', {});
  const reason = can('oncall:write') ? undefined : missingScope('oncall:write');
  const close = (): void => setAsked(undefined);
  return (
    <>
      <p className={classes.note}>Pages about incidents and alerts reach you here while you are on call.</p>
      <div className={classes.bar}>
        <Button kind="primary" icon="plus" disabledReason={reason} onClick={() => setAsked({ kind: 'add' })}>
          Add a contact method
        </Button>
        <CopyMenu route="GET /users/me/contact-methods" input={{}} project={project} />
      </div>
      {error && !data && <ErrorBox error={error} onRetry={() => void refetch()} />}
      <Table<ContactMethod>
        label="Contact methods"
        rows={data?.contact_methods}
        getId={({ id }) => id}
        empty="You have no contact method yet, so no page reaches you. Add one, or run svc oncall contact-methods add."
        columns={[
          {
            label: 'Contact',
            render: ({ value, label, warnings }) => (
              <>
                <OutsideText text={value} limit={80} />
                {label !== '' && (
                  <>
                    {' '}
                    <span className={classes.note}>
                      <OutsideText text={label} limit={80} />
                    </span>
                  </>
                )}
                {warnings.map((warning) => (
                  <span key={warning} className={classes.second}>
                    {warning}
                  </span>
                ))}
              </>
            ),
          },
          { label: 'Type', isOptional: true, render: ({ type }) => nameContact(type) },
          { label: 'State', render: ({ status }) => <State status={status} /> },
          {
            label: 'Actions',
            isNumber: true,
            render: (method) => (
              <span className={classes.actions}>
                {method.status === 'pending' && (
                  <Button
                    aria-label={`Verify ${method.value}`}
                    disabledReason={reason}
                    onClick={() => setAsked({ kind: 'verify', method })}
                  >
                    Verify
                  </Button>
                )}
                <Button
                  aria-label={`Delete ${method.value}`}
                  disabledReason={reason}
                  onClick={() => setAsked({ kind: 'delete', method })}
                >
                  Delete
                </Button>
              </span>
            ),
          },
        ]}
      />
      {asked?.kind === 'add' && (
        <AddContact
          onClose={close}
          onAdded={(method) => setAsked(method.status === 'pending' ? { kind: 'verify', method } : undefined)}
        />
      )}
      {asked?.kind === 'verify' && <VerifyContact method={asked.method} onClose={close} />}
      {asked?.kind === 'delete' && <DeleteContact method={asked.method} onClose={close} />}
    </>
  );
}

function State({ status }: Pick<ContactMethod, 'status'>): ReactNode {
  const [tone, text] = CONTACT_STATES[status] ?? ['neutral' as const, status];
  return <Badge tone={tone}>{text}</Badge>;
}

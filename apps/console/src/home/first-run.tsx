import { useState, type ReactNode } from 'react';
import { useApiChange } from '../api/hooks.js';
import type { SignalStatus } from '../gen/api.js';
import { useScope } from '../scope/scope.js';
import { useSession } from '../session/session.js';
import { useIngestUrl } from '../session/use-ingest-url.js';
import { Button } from '../ui/controls/button.js';
import { Segmented } from '../ui/controls/segmented.js';
import { CodeBlock } from '../ui/feedback/code-block.js';
import { ErrorBox } from '../ui/feedback/error-box.js';
import { Page } from '../ui/layout/page.js';
import classes from './first-run.module.css';
import { Receipts } from './receipts.js';
import { hasReceived } from './signals.js';
import { toSnippets, toVariables } from './snippets.js';

interface FirstRunProps {
  readonly signals: readonly SignalStatus[];
  readonly onLeave: () => void;
}

/** The first steps of a project: a key, the commands for a language, and what has arrived so far. */
export function FirstRun({ signals, onLeave }: FirstRunProps): ReactNode {
  const [secret, setSecret] = useState<string>();
  const [language, setLanguage] = useState('node');
  const place = { url: useIngestUrl(), key: secret ?? '$SVC_API_KEY' };
  const snippets = toSnippets(place);
  const snippet = snippets.find(({ id }) => id === language) ?? snippets[0];
  return (
    <Page
      title="Send your first data"
      lead="One key, three variables and your program: traces, logs and metrics arrive within two seconds."
      actions={
        hasReceived(signals) && (
          <Button kind="primary" onClick={onLeave}>
            Show the overview
          </Button>
        )
      }
    >
      <ol className={classes.steps}>
        <Step title="Create a key that can only send">
          <KeyStep secret={secret} onCreated={setSecret} />
        </Step>
        <Step title="Start your program with these variables">
          <Segmented
            label="Language"
            value={language}
            options={snippets.map(({ id, label }) => ({ value: id, label }))}
            onChange={setLanguage}
          />
          {snippet?.readsVariables === true && <CodeBlock label="Variables" text={toVariables(place)} />}
          {snippet && <CodeBlock label={snippet.label} text={snippet.code} />}
        </Step>
        <Step title="See it arrive">
          <Receipts signals={signals} />
        </Step>
        <Step title="Invite your team">
          <CodeBlock label="Invitation" text="svc invitations create grace@example.com --role ROLE_MEMBER" />
        </Step>
      </ol>
    </Page>
  );
}

function Step({ title, children }: { readonly title: string; readonly children: ReactNode }): ReactNode {
  return (
    <li className={classes.step}>
      <h2>{title}</h2>
      {children}
    </li>
  );
}

interface KeyStepProps {
  readonly secret: string | undefined;
  readonly onCreated: (secret: string) => void;
}

function KeyStep({ secret, onCreated }: KeyStepProps): ReactNode {
  const { can, projects } = useSession();
  const { project } = useScope();
  const create = useApiChange('POST /account/api-keys', ['GET /account/api-keys']);
  const projectId = projects.find(({ slug, id }) => slug === project || id === project)?.id;
  const onCreate = (): void => {
    const body = { name: 'First program', scopes: ['telemetry:write', 'analytics:write'], project_id: projectId };
    create.mutate({ body }, { onSuccess: (answer) => onCreated(answer.secret) });
  };
  if (secret !== undefined)
    return (
      <>
        <CodeBlock label="API key" text={secret} />
        <p className={classes.note}>It is shown only now, and stands in the commands below. It cannot read anything.</p>
      </>
    );
  const reason = can('api_keys:write') ? undefined : 'Your role cannot create keys. Ask an admin for one.';
  const wait = create.isPending ? 'The key is being created.' : undefined;
  return (
    <>
      <div>
        <Button kind="primary" icon="plus" disabledReason={reason ?? wait} onClick={onCreate}>
          Create a key
        </Button>
      </div>
      {reason !== undefined && <p className={classes.note}>{reason}</p>}
      {create.error && <ErrorBox error={create.error} />}
    </>
  );
}

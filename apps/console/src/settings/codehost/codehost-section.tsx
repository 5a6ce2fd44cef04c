import { useState, type ReactNode } from 'react';
import { useApi } from '../../api/hooks.js';
import { CopyMenu } from '../../copy/copy-menu.js';
import { useScope } from '../../scope/scope.js';
import { missingScope } from '../../session/missing-scope.js';
import { useSession } from '../../session/session.js';
import { useMembers } from '../../session/use-members.js';
import { TimeText } from '../../time/time-text.js';
import { Button } from '../../ui/controls/button.js';
import { ErrorBox } from '../../ui/feedback/error-box.js';
import { Facts } from '../../ui/layout/facts.js';
import { PanelSection } from '../../ui/layout/panel.js';
import { OutsideText } from '../../ui/text/outside-text.js';
import classes from '../settings.module.css';
import { CodehostForm } from './codehost-form.js';
import own from './codehost.module.css';
import { DeleteCodehost } from './delete-codehost.js';

/** The repository with the source of the project, for those who look for the file of a stack frame. */
export function CodehostSection(): ReactNode {
  const { can } = useSession();
  const { project } = useScope();
  const { nameOf } = useMembers();
  const [isAsked, setAsked] = useState(false);
  // A form that was opened before the code host was deleted has a version that there is no more.
  const [deletions, setDeletions] = useState(0);
  const { data, error, refetch } = useApi('GET /settings/codehost', {});
  const isSet = data?.version !== undefined;
  const reason = can('settings:write')
    ? isSet
      ? undefined
      : 'There is nothing to delete.'
    : missingScope('settings:write');
  return (
    <>
      <PanelSection
        title="Source of the project"
        aside={<CopyMenu route="GET /settings/codehost" input={{}} project={project} />}
      >
        {error && !data && <ErrorBox error={error} onRetry={() => void refetch()} />}
        {data && (
          <div className={own.codehost}>
            <p className={classes.note}>
              Stack frames name a file; the repository and the directory say where that file is. Programs and agents
              read both with <code>svc settings codehost get</code>. The service itself never opens the repository, and
              needs no access to it.
            </p>
            {isSet && (
              <Facts
                label="Last change"
                facts={[
                  {
                    name: 'Changed',
                    value: data.updated_at !== undefined && <TimeText at={data.updated_at} precision="minute" />,
                  },
                  { name: 'Changed by', value: <OutsideText text={nameOf(data.updated_by)} /> },
                ]}
              />
            )}
            <CodehostForm key={deletions} config={data} />
          </div>
        )}
      </PanelSection>
      <PanelSection title="Delete the code host">
        <div className={own.codehost}>
          <p className={classes.note}>The project then names no repository. Nothing is changed in the repository.</p>
          <div>
            <Button kind="danger" disabledReason={reason} onClick={() => setAsked(true)}>
              Delete the code host
            </Button>
          </div>
        </div>
      </PanelSection>
      {data && isAsked && (
        <DeleteCodehost config={data} onDeleted={() => setDeletions(deletions + 1)} onClose={() => setAsked(false)} />
      )}
    </>
  );
}

import { useState, type ReactNode } from 'react';
import { useApi } from '../../api/hooks.js';
import { CopyMenu } from '../../copy/copy-menu.js';
import { NewProject } from '../../projects/new-project.js';
import { useScope } from '../../scope/scope.js';
import { missingScope } from '../../session/missing-scope.js';
import { useSession } from '../../session/session.js';
import { useMembers } from '../../session/use-members.js';
import { TimeText } from '../../time/time-text.js';
import { Button } from '../../ui/controls/button.js';
import { ErrorBox } from '../../ui/feedback/error-box.js';
import { Facts } from '../../ui/layout/facts.js';
import { PanelSection } from '../../ui/layout/panel.js';
import classes from '../settings.module.css';
import { DeleteProject } from './delete-project.js';
import { describeErasures } from './describe-erasures.js';
import { ProjectForm } from './project-form.js';

/** The project of the address: its name, what is being erased of it, and its end. */
export function ProjectSection(): ReactNode {
  const { can } = useSession();
  const { project } = useScope();
  const { nameOf } = useMembers();
  const [asked, setAsked] = useState<'create' | 'delete'>();
  const { data, error, refetch } = useApi('GET /projects/{project_id}', { path: { project_id: project } });
  const reason = can('projects:write') ? undefined : missingScope('projects:write');
  const close = (): void => setAsked(undefined);
  return (
    <>
      <div className={classes.bar}>
        <Button icon="plus" disabledReason={reason} onClick={() => setAsked('create')}>
          New project
        </Button>
        <CopyMenu
          route="GET /projects/{project_id}"
          input={{ path: { project_id: data?.id ?? project } }}
          project={project}
        />
      </div>
      {error && !data && <ErrorBox error={error} onRetry={() => void refetch()} />}
      {data && (
        <>
          <PanelSection title="This project">
            <div className={classes.narrow}>
              <Facts
                label="Project"
                facts={[
                  { name: 'Short name', value: <code>{data.slug}</code> },
                  { name: 'ID', value: <code>{data.id}</code> },
                  {
                    name: 'Created',
                    value: data.created_at !== undefined && <TimeText at={data.created_at} precision="minute" />,
                  },
                  {
                    name: 'Created by',
                    value: data.created_by === undefined ? 'not recorded' : nameOf(data.created_by),
                  },
                  { name: 'Erasures of persons', value: describeErasures(data.person_erasures) },
                ]}
              />
              <ProjectForm key={data.id} project={data} />
            </div>
          </PanelSection>
          <PanelSection title="Delete the project">
            <div className={classes.form}>
              <p className={classes.note}>All of its data, settings and keys are erased. This cannot be undone.</p>
              <div>
                <Button kind="danger" disabledReason={reason} onClick={() => setAsked('delete')}>
                  Delete the project
                </Button>
              </div>
            </div>
          </PanelSection>
          {asked === 'delete' && <DeleteProject project={data} onClose={close} />}
        </>
      )}
      {asked === 'create' && <NewProject onClose={close} />}
    </>
  );
}

import type { ReactNode } from 'react';
import { useApi } from '../../api/hooks.js';
import { CopyMenu } from '../../copy/copy-menu.js';
import { useScope } from '../../scope/scope.js';
import { ErrorBox } from '../../ui/feedback/error-box.js';
import { PanelSection } from '../../ui/layout/panel.js';
import { SecurityForm } from './security-form.js';

/** The rules by which members sign in, and the lifetimes of keys and sessions. */
export function SecuritySection(): ReactNode {
  const { project } = useScope();
  const { data, error, refetch } = useApi('GET /account/security', {});
  return (
    <PanelSection
      title="Rules for signing in"
      aside={<CopyMenu route="GET /account/security" input={{}} project={project} />}
    >
      {error && !data && <ErrorBox error={error} onRetry={() => void refetch()} />}
      {data && <SecurityForm rules={data} />}
    </PanelSection>
  );
}

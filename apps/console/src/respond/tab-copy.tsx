import type { ReactNode } from 'react';
import { CopyMenu } from '../copy/copy-menu.js';
import { useScope } from '../scope/scope.js';
import { toAlertsInput } from './alerts/alerts-query.js';
import { toAnomaliesInput } from './anomalies/anomalies-query.js';
import { toDeliveriesInput } from './deliveries/deliveries-query.js';
import type { RespondState } from './fields.js';
import { toIncidentsInput } from './incidents/incidents-query.js';

/** Copies what the tab shows. */
export function TabCopy({ state }: { readonly state: RespondState }): ReactNode {
  const { project } = useScope();
  const { tab, q } = state;
  const named = { query: q === '' ? {} : { name: q } };
  switch (tab) {
    case 'alerts':
      return <CopyMenu route="GET /alerts" input={toAlertsInput(state)} project={project} />;
    case 'anomalies':
      return <CopyMenu route="GET /anomalies" input={toAnomaliesInput(state)} project={project} />;
    case 'rules':
      return <CopyMenu route="GET /alerts/rules" input={named} project={project} />;
    case 'silences':
      return <CopyMenu route="GET /alerts/silences" input={named} project={project} />;
    case 'inhibition':
      return <CopyMenu route="GET /alerts/inhibition" input={{}} project={project} />;
    case 'incidents':
      return <CopyMenu route="GET /incidents" input={toIncidentsInput(state)} project={project} />;
    case 'oncall':
      return <CopyMenu route="GET /oncall/schedules" input={named} project={project} />;
    case 'escalation':
      return <CopyMenu route="GET /escalation-policies" input={named} project={project} />;
    case 'deliveries':
      return <CopyMenu route="GET /notifications/deliveries" input={toDeliveriesInput(state)} project={project} />;
  }
}

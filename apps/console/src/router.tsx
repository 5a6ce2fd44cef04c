import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Navigate,
  Outlet,
  useParams,
} from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useProjectSlug } from './api/project.js';
import { ScopeProvider } from './scope/scope.js';
import { SessionProvider, useSession } from './session/session.js';
import { Shell } from './shell/shell.js';
import { Empty } from './ui/feedback/empty.js';
import { ErrorBox } from './ui/feedback/error-box.js';
import { Page } from './ui/layout/page.js';
import { formatSearch, parseSearch, type Search } from './url/codec.js';

const root = createRootRoute({
  component: () => (
    <SessionProvider>
      <Outlet />
    </SessionProvider>
  ),
});

const starts = ['/', 'start'].map((path) => createRoute({ getParentRoute: () => root, path, component: Start }));

const project = createRoute({
  getParentRoute: () => root,
  path: 'p/$project',
  component: ProjectPages,
});

const page = (path: string, load: () => Promise<Record<string, unknown>>, name: string) =>
  createRoute({
    getParentRoute: () => project,
    path,
    component: lazyRouteComponent(load as never, name as never) as never,
  });

const pages = [
  page('/', () => import('./home/home-page.js'), 'HomePage'),
  page('logs', () => import('./logs/logs-page.js'), 'LogsPage'),
  page('issues', () => import('./issues/issues-page.js'), 'IssuesPage'),
  page('issues/$issueId', () => import('./issues/issue-page.js'), 'IssuePage'),
  page('releases', () => import('./releases/releases-page.js'), 'ReleasesPage'),
  page('releases/$release', () => import('./releases/release-page.js'), 'ReleasePage'),
  page('searches', () => import('./searches/searches-page.js'), 'SearchesPage'),
  page('symbols', () => import('./symbols/symbols-page.js'), 'SymbolsPage'),
  page('respond', () => import('./respond/respond-page.js'), 'RespondPage'),
  page('respond/alerts/$alertId', () => import('./respond/alerts/alert-page.js'), 'AlertPage'),
  page('respond/anomalies/$findingId', () => import('./respond/anomalies/anomaly-page.js'), 'AnomalyPage'),
  page('respond/rules/$ruleId', () => import('./respond/rules/rule-page.js'), 'RulePage'),
  page('respond/incidents/$incidentId', () => import('./respond/incidents/incident-page.js'), 'IncidentPage'),
  page('metrics', () => import('./metrics/metrics-page.js'), 'MetricsPage'),
  page('services', () => import('./services/services-page.js'), 'ServicesPage'),
  page('services/$service', () => import('./services/detail/service-page.js'), 'ServicePage'),
  page('customers', () => import('./customers/customers-page.js'), 'CustomersPage'),
  page('customers/persons/$personId', () => import('./customers/person/person-page.js'), 'PersonPage'),
  page('customers/accounts/$groupType/$groupKey', () => import('./customers/account/account-page.js'), 'AccountPage'),
  page('flags', () => import('./flags/flags-page.js'), 'FlagsPage'),
  page('flags/$flagKey', () => import('./flags/flag-page.js'), 'FlagPage'),
  page('replays', () => import('./replays/replays-page.js'), 'ReplaysPage'),
  page('replays/$sessionId', () => import('./replays/replay-page.js'), 'ReplayPage'),
  page('settings', () => import('./settings/settings-page.js'), 'SettingsPage'),
  page('settings/$section', () => import('./settings/settings-page.js'), 'SettingsPage'),
  page('exports', () => import('./exports/exports-page.js'), 'ExportsPage'),
  page('dashboards', () => import('./dashboards/dashboards-page.js'), 'DashboardsPage'),
  page('dashboards/$dashboardId', () => import('./dashboards/dashboard-page.js'), 'DashboardPage'),
  page('ai', () => import('./ai/ai-page.js'), 'AiPage'),
  page('ai/runs/$runId', () => import('./ai/run/run-page.js'), 'RunPage'),
  page(
    'ai/investigations/$investigationId',
    () => import('./ai/investigations/investigation-page.js'),
    'InvestigationPage',
  ),
  page('tickets/$ticketId', () => import('./issues/tickets/ticket-page.js'), 'TicketPage'),
  page('traces', () => import('./traces/traces-page.js'), 'TracesPage'),
  page('traces/compare', () => import('./traces/compare/compare-page.js'), 'ComparePage'),
  page('traces/$traceId', () => import('./traces/trace/trace-page.js'), 'TracePage'),
];

/** The addresses of incidents that name no project. */
const incidents = ['incidents', 'incidents/$incidentId'].map((path) =>
  createRoute({
    getParentRoute: () => root,
    path,
    component: lazyRouteComponent(
      () => import('./respond/incidents/incident-redirect.js'),
      'IncidentRedirect' as never,
    ) as never,
  }),
);

/** Nothing that a page has read or made in one project stays when another one is chosen. */
function ProjectPages(): ReactNode {
  return (
    <ScopeProvider key={useProjectSlug()}>
      <Shell />
    </ScopeProvider>
  );
}

/** Chooses the project of an address that names none: the first of the organization. */
function Start(): ReactNode {
  const { projects } = useSession();
  return <Navigate to={`/p/${projects[0]?.slug ?? ''}/` as never} replace />;
}

/** The settings at addresses without a project, which belong to the first one. */
const settings = ['settings', 'configure']
  .flatMap((path) => [path, `${path}/$section`, `${path}/$section/$`])
  .map((path) => createRoute({ getParentRoute: () => root, path, component: StartOfSettings }));

function StartOfSettings(): ReactNode {
  const { projects } = useSession();
  const { section = '' }: { readonly section?: string } = useParams({ strict: false });
  return <Navigate to={`/p/${projects[0]?.slug ?? ''}/settings/${section}` as never} search={true as never} replace />;
}

export const router = createRouter({
  routeTree: root.addChildren([...starts, ...incidents, ...settings, project.addChildren(pages)]),
  parseSearch,
  stringifySearch: (search) => formatSearch(search as Search),
  defaultPreload: 'intent',
  scrollRestoration: true,
  scrollToTopSelectors: ['#main'],
  defaultErrorComponent: ({ error, reset }) => <ErrorBox error={error as Error} onRetry={reset} />,
  defaultNotFoundComponent: () => (
    <Page title="Page not found">
      <Empty title="The console has no page at this address." />
    </Page>
  ),
});

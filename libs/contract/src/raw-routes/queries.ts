import { MIB, type RawRoute } from './route.js';

/** A request without a body that reads one project. */
const READ = {
  interfaces: ['gateway'],
  method: 'GET',
  project: 'required',
  agent: 'never',
  consumes: [],
  encodings: [],
  maxBodyBytes: undefined,
  produces: ['application/json'],
} as const;

/** A route of the query interface of Prometheus, for Grafana and other clients of it. */
function prometheus(name: string, path: string, summary: string, what: string): RawRoute {
  return {
    ...READ,
    id: `prometheus.${name}`,
    path: `/prometheus/api/v1/${path}`,
    scope: 'metrics:read',
    summary,
    description:
      `${what} The parameters, answers and errors are those of the HTTP API of Prometheus; docs/wires/prometheus-queries.md has the names ` +
      'of metrics and labels, the limits and what is left out.',
  };
}

/** The same with its parameters in a form. */
function inForm(route: RawRoute): RawRoute {
  return {
    ...route,
    id: `${route.id}_form`,
    method: 'POST',
    consumes: ['application/x-www-form-urlencoded'],
    maxBodyBytes: MIB / 4,
    summary: `${route.summary} by form`,
  };
}

const PROMETHEUS: readonly RawRoute[] = [
  ...[
    prometheus('query', 'query', 'Evaluate PromQL at a time', 'Evaluates a query of PromQL at one time.'),
    prometheus('query_range', 'query_range', 'Evaluate PromQL over a range', 'Evaluates a query of PromQL by steps.'),
    prometheus('query_exemplars', 'query_exemplars', 'List exemplars', 'Returns no exemplars, which are not stored.'),
    prometheus('format_query', 'format_query', 'Format PromQL', 'Returns a query of PromQL in a readable form.'),
    prometheus('parse_query', 'parse_query', 'Parse PromQL', 'Returns the tree of a query of PromQL.'),
    prometheus('series', 'series', 'List series', 'Returns the labels of the series of selectors.'),
    prometheus('labels', 'labels', 'List names of labels', 'Returns names of labels, also of selected series only.'),
  ].flatMap((route) => [route, inForm(route)]),
  prometheus(
    'label_values',
    'label/{name}/values',
    'List values of a label',
    'Returns values of a label, also of selected series only.',
  ),
  prometheus('metadata', 'metadata', 'List metadata of metrics', 'Returns types, units and descriptions of metrics.'),
  prometheus(
    'buildinfo',
    'status/buildinfo',
    'Get the version of PromQL',
    'Returns the release of Prometheus whose semantics queries have.',
  ),
];

/** A route of the query interface of Jaeger. */
function jaeger(name: string, path: string, scope: string, summary: string): RawRoute {
  return {
    ...READ,
    id: `jaeger.${name}`,
    path: `/jaeger/api/${path}`,
    scope,
    summary,
    description:
      `${summary}: the parameters, answers and errors are those of its query interface. docs/wires/jaeger.md has the limits and ` +
      'differences.',
  };
}

const JAEGER: readonly RawRoute[] = [
  jaeger('services', 'services', 'services:read', 'List services for Jaeger'),
  jaeger('operation_names', 'services/{service}/operations', 'traces:read', 'List names of operations for Jaeger'),
  jaeger('operations', 'operations', 'traces:read', 'List operations for Jaeger'),
  jaeger('search', 'traces', 'traces:read', 'Search traces for Jaeger'),
  jaeger('trace', 'traces/{trace_id}', 'traces:read', 'Get a trace for Jaeger'),
  jaeger('dependencies', 'dependencies', 'services:read', 'List calls of services for Jaeger'),
  jaeger('services_v3', 'v3/services', 'services:read', 'List services for Jaeger, version 3'),
  jaeger('operations_v3', 'v3/operations', 'traces:read', 'List operations for Jaeger, version 3'),
  jaeger('search_v3', 'v3/traces', 'traces:read', 'Search traces for Jaeger, version 3'),
  jaeger('trace_v3', 'v3/traces/{trace_id}', 'traces:read', 'Get a trace for Jaeger, version 3'),
];

/** A route of version 2 of the interface of Alertmanager. */
function alertmanager(name: string, path: string, summary: string, route: Partial<RawRoute> = {}): RawRoute {
  return {
    ...READ,
    id: `alertmanager.${name}`,
    path: `/alertmanager/api/v2/${path}`,
    scope: 'alerts:read',
    summary,
    description:
      `${summary}: the parameters, answers and errors are those of version 2 of its interface. ` +
      'docs/wires/alertmanager.md has the limits and differences.',
    ...route,
  };
}

const ALERTMANAGER: readonly RawRoute[] = [
  alertmanager('status', 'status', 'Get the version of Alertmanager'),
  alertmanager('receivers', 'receivers', 'List receivers for Alertmanager'),
  alertmanager('alerts', 'alerts', 'List alerts for Alertmanager'),
  alertmanager('groups', 'alerts/groups', 'List groups of alerts for Alertmanager'),
  alertmanager('silences', 'silences', 'List silences for Alertmanager'),
  alertmanager('post_silence', 'silences', 'Post a silence for Alertmanager', {
    method: 'POST',
    scope: 'alerts:write',
    consumes: ['application/json'],
    maxBodyBytes: MIB,
  }),
  alertmanager('silence', 'silence/{silence_id}', 'Get a silence for Alertmanager'),
  alertmanager('expire_silence', 'silence/{silence_id}', 'End a silence for Alertmanager', {
    method: 'DELETE',
    scope: 'alerts:write',
  }),
];

/** Query interfaces of other products over what this service stores. */
export const QUERIES: readonly RawRoute[] = [...PROMETHEUS, ...JAEGER, ...ALERTMANAGER];

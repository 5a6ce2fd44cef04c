/** Requests as the products send them, in the forms that their manuals describe. */

export const toBytes = (body: unknown): Buffer => Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));

/** A group of two alerts of Alertmanager, one of which is over. */
export const ALERTMANAGER = {
  version: '4',
  groupKey: '{}/{severity="page"}:{alertname="HighErrorRate"}',
  truncatedAlerts: 0,
  status: 'firing',
  receiver: 'svc',
  groupLabels: { alertname: 'HighErrorRate' },
  commonLabels: { alertname: 'HighErrorRate', severity: 'page' },
  commonAnnotations: {},
  externalURL: 'http://alertmanager.example:9093',
  alerts: [
    {
      status: 'firing',
      labels: { alertname: 'HighErrorRate', severity: 'page', service: 'checkout', 'k8s.pod/name': 'checkout-1' },
      annotations: {
        summary: 'Errors of checkout',
        description: 'More than 5 %\nof requests fail.',
        runbook_url: 'https://runbooks.example/errors',
      },
      startsAt: '2026-11-30T09:29:12.345678901Z',
      endsAt: '0001-01-01T00:00:00Z',
      generatorURL: 'http://prometheus.example:9090/graph?g0.expr=vector%281%29&g0.tab=1',
      fingerprint: 'd1a8f70b8a2cfd0b',
    },
    {
      status: 'resolved',
      labels: { alertname: 'HighErrorRate', severity: 'page', service: 'cart' },
      annotations: { summary: 'Errors of cart' },
      startsAt: '2026-11-30T09:00:00Z',
      endsAt: '2026-11-30T09:29:00Z',
      generatorURL: '',
      fingerprint: '7d9b1f3c5a60e2f4',
    },
  ],
};

/** What Prometheus sends each minute while an alert fires, and once it has ended. */
export const PROMETHEUS = [
  {
    labels: { alertname: 'HighErrorRate', severity: 'page', service: 'checkout', 'k8s.pod/name': 'checkout-1' },
    annotations: { summary: 'Errors of checkout' },
    startsAt: '2026-11-30T09:29:12.345Z',
    endsAt: '2026-11-30T09:34:12.345Z',
    generatorURL: 'http://prometheus.example:9090/graph',
  },
  {
    labels: { alertname: 'DiskFull', severity: 'warning', device: '' },
    annotations: {},
    startsAt: '2026-11-30T08:00:00Z',
    endsAt: '2026-11-30T09:29:30Z',
  },
  { labels: { alertname: 'Watchdog', severity: 'none' } },
];

export const GRAFANA = {
  receiver: 'svc',
  status: 'firing',
  orgId: 1,
  alerts: [
    {
      status: 'firing',
      labels: { alertname: 'Memory', grafana_folder: 'Nodes', instance: 'node-1', priority: 'P2' },
      annotations: { description: 'Memory is nearly full.' },
      startsAt: '2026-11-30T10:29:12.345+01:00',
      endsAt: '0001-01-01T00:00:00Z',
      generatorURL: 'https://grafana.example/alerting/grafana/abc/view?orgId=1',
      fingerprint: 'c6eadffa33fcdf37',
      silenceURL: 'https://grafana.example/alerting/silence/new?alertmanager=grafana',
      dashboardURL: '',
      panelURL: 'https://grafana.example/d/nodes?viewPanel=2',
      values: { B: 44.25, A: 1 },
      valueString: "[ var='B' labels={} value=44.25 ]",
    },
  ],
  groupLabels: {},
  commonLabels: {},
  commonAnnotations: {},
  externalURL: 'https://grafana.example/',
  version: '1',
  groupKey: '{}:{alertname="Memory"}',
  truncatedAlerts: 3,
  title: '[FIRING:1] Memory',
  state: 'alerting',
  message: '**Firing**',
};

export const PAGERDUTY = {
  routing_key: 'R0UT1NGK3Y0000000000000000000000',
  event_action: 'trigger',
  dedup_key: 'disk/node-1',
  client: 'Nagios',
  client_url: 'https://nagios.example/node-1',
  links: [
    { href: 'https://wiki.example/disk', text: 'How to free space' },
    { href: 'javascript:alert(1)', text: 'bad' },
  ],
  images: [{ src: 'https://charts.example/1.png', href: 'https://charts.example/1', alt: 'Space' }],
  payload: {
    summary: 'DISK at 99% on machine node-1.example',
    source: 'node-1.example',
    severity: 'error',
    timestamp: '2026-11-30T09:29:12.345+0000',
    component: 'postgres',
    group: 'prod-datapipe',
    class: 'disk',
    custom_details: {
      environment: 'prod',
      free: '1%',
      'ping time': 1500,
      note: 'first\nsecond',
      nested: { load: 0.75 },
      none: null,
    },
  },
};

export const OPSGENIE = {
  message: 'An example alert message',
  alias: 'Life is too short for no alias',
  description: 'Every alert needs a description',
  responders: [{ name: 'NOC', type: 'team' }],
  visibleTo: [{ username: 'trinity@example.com', type: 'user' }],
  actions: ['Restart'],
  tags: ['OverwriteQuietHours', 'Critical', 'Critical'],
  details: { service: 'checkout', region: 'eu-1', count: 7 },
  entity: 'An example entity',
  source: 'nagios',
  priority: 'P1',
  user: 'morpheus@example.com',
  note: 'Look at the database first.',
};

import assert from 'node:assert/strict';
import { eventually } from '@svc/testing';
import { api } from '../api.js';
import { theService } from '../topology.js';
import { readMetrics } from './promql.js';
import { readAlertRules, readPanels } from './rules.js';
import { scrape, type Offered } from './scrape.js';

describe('metrics of the service', () => {
  let offered: Offered;
  beforeAll(async () => {
    const { ingestUrl, apiKey } = theService();
    await api('GET', '/projects');
    await fetch(`${ingestUrl}/v1/traces`, {
      method: 'POST',
      headers: { 'x-svc-api-key': apiKey, 'content-type': 'application/json' },
      body: JSON.stringify({ resourceSpans: [] }),
    });
    // An answer is measured after it was sent.
    offered = await eventually('the requests are measured', async () => {
      const seen = await scrape();
      return seen.labels.has('svc_http_request_seconds_count') && seen.labels.has('svc_ingest_requests_total') && seen;
    });
  });

  const missing = (expression: string): string[] =>
    readMetrics(expression).flatMap(({ metric, labels }) => {
      if (!offered.names.has(metric)) return [metric];
      const known = offered.labels.get(metric);
      return known === undefined
        ? []
        : [...labels].filter((label) => !known.has(label)).map((label) => `${metric}{${label}}`);
    });

  it('exposes every metric that the alert rules read', async () => {
    // Only a service on one machine knows the disk of its data.
    const isElsewhere = (name: string): boolean => theService().kind !== 'standalone' && name.startsWith('svc_disk_');
    for (const { alert, expr } of await readAlertRules()) {
      assert.deepEqual([alert, missing(expr).filter((name) => !isElsewhere(name))], [alert, []]);
    }
  });

  it('exposes every metric that the dashboard reads', async () => {
    const isElsewhere = (name: string): boolean => theService().kind !== 'standalone' && name.startsWith('svc_disk_');
    for (const { title, expressions } of await readPanels()) {
      assert.deepEqual([title, expressions.flatMap(missing).filter((name) => !isElsewhere(name))], [title, []]);
    }
  });

  it('names no project, key or address of a client in metrics', () => {
    const known = [
      'le',
      'job',
      'instance',
      'service',
      'version',
      'operation',
      'status',
      'signal',
      'outcome',
      'topic',
      'queue',
      'check',
      'wire',
      'reason',
    ];
    const ours = [...offered.labels].filter(([name]) => name.startsWith('svc_')).flatMap(([, labels]) => [...labels]);
    assert.deepEqual(
      ours.filter((label) => !known.includes(label)),
      [],
    );
  });
});

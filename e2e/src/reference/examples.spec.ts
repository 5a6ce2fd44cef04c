import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { operations } from '@svc/contract';
import { ROOT } from '@svc/testing';
import { topologyKind } from '../topology.js';
import { makeProject } from '../workspace/project.js';
import { recordAlertRules } from './alert-rules.js';
import { recordAlerts, startAlert } from './alerts.js';
import { recordAnomalies } from './anomalies.js';
import { recordDashboards } from './dashboards.js';
import { recordErrors } from './errors.js';
import { recordExports } from './exports.js';
import { recordIncidents } from './incidents.js';
import { recordInvestigations } from './investigations.js';
import { recordIssues } from './issues.js';
import { recordProduct } from './product.js';
import { Recorder, type Example } from './recorder.js';
import { recordReplay } from './replay.js';
import { recordOncall } from './response.js';
import { Shapes } from './shape.js';
import { recordSilences } from './silences.js';
import { recordSymbols } from './symbols.js';
import { recordTelemetry, recordTelemetryDeletions } from './telemetry.js';
import { recordErasure, recordWorkspace } from './workspace.js';

const FILE = path.join(ROOT, 'libs/contract/examples.json');

/**
 * Streams have no single response, an authorization needs a client at a provider, and a code for verification arrives by mail. Debug
 * symbols are made by a compiler, and no export fails on request.
 */
const WITHOUT_EXAMPLE = [
  'connections.oauth_start',
  'contact_methods.verify',
  'exports.retry',
  'investigations.events',
  'logs.stream',
  'symbols.upload_ios',
];

const isRecording = process.env['SVC_E2E_RECORD_EXAMPLES'] === '1';

/**
 * Runs on six processes, where every operation passes through the gateway, mutual TLS and a service; both topologies
 * serve the same contract.
 */
const describeDistributed = topologyKind() === 'distributed' || isRecording ? describe : describe.skip;

/**
 * With SVC_E2E_RECORD_EXAMPLES=1, this records the examples of the reference; `node scripts/gen.mjs` then inserts them.
 */
describeDistributed('the examples of the reference', () => {
  const examples = new Map<string, Example>();

  it('succeeds for the example of every operation', async () => {
    const recorder = new Recorder((await makeProject()).id);
    // Anomalies come first, because detectors look only once at windows that are older than five minutes.
    await recordAnomalies(recorder);
    await recordIssues(recorder);
    await recordIncidents(recorder);
    // The example of its creation is that of recordAlertRules.
    await startAlert(recorder);
    await recordAlertRules(recorder);
    await recordSilences(recorder);
    await recordDashboards(recorder);
    await recordTelemetry(recorder);
    await recordInvestigations(recorder);
    // Captures too, and the example of capture is that of product events.
    await recordErrors(recorder);
    await recordProduct(recorder);
    await recordReplay(recorder);
    await recordExports(recorder);
    await recordSymbols(recorder);
    await recordWorkspace(recorder);
    await recordOncall(recorder);
    await recordAlerts(recorder);
    await recordTelemetryDeletions(recorder);
    await recordErasure(recorder);
    for (const [id, example] of [...recorder.examples].sort(([a], [b]) => (a < b ? -1 : 1))) examples.set(id, example);
    const missing = operations.filter(({ id }) => !examples.has(id)).map(({ id }) => id);
    assert.deepEqual(missing.sort(), WITHOUT_EXAMPLE);
  });

  it('answers in the shape of the recorded examples', async () => {
    if (isRecording) await writeFile(FILE, `${JSON.stringify(Object.fromEntries(examples), null, 2)}\n`);
    const committed = JSON.parse(await readFile(FILE, 'utf8')) as Record<string, Example>;
    assert.deepEqual(Object.keys(committed), [...examples.keys()]);
    const shapes = await Shapes.read();
    for (const [id, example] of examples) {
      const different = shapes.difference(id, committed[id]?.response, example.response);
      assert.equal(different, undefined, `${different}; record the examples again`);
    }
  });
});

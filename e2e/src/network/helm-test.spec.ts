import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ROOT } from '@svc/testing';
import { parseAllDocuments } from 'yaml';
import { svc } from '../cli/svc.js';
import { theService } from '../topology.js';

interface Container {
  readonly args: readonly string[];
  readonly env: readonly { readonly name: string; readonly value?: string }[];
}

interface TestPod {
  readonly kind: string;
  readonly spec: { readonly initContainers: readonly Container[]; readonly containers: readonly Container[] };
}

/** The pod of `helm test`, as the example for one node renders it. */
function readTestPod(): TestPod {
  const text = readFileSync(path.join(ROOT, 'deploy/helm/golden/small.yaml'), 'utf8');
  const objects = parseAllDocuments(text).map((document) => document.toJS() as TestPod | null);
  const pod = objects.find((object) => object?.kind === 'Pod');
  assert.ok(pod, 'the chart has a pod for helm test');
  return pod;
}

it('passes the commands of the helm test pod on a working service', async () => {
  const { spec } = readTestPod();
  const { httpUrl, ingestUrl } = theService();
  const here = (text: string): string =>
    text.replace('http://svc-gateway:8080', httpUrl).replace('http://svc-ingest:4318', ingestUrl);
  // The volume that its containers share.
  const shared = await mkdtemp(path.join(tmpdir(), 'svc-helm-test-'));
  try {
    for (const { args, env } of [...spec.initContainers, ...spec.containers]) {
      const given = env.flatMap(({ name, value }) => (value === undefined ? [] : [[name, here(value)] as const]));
      const { code, stderr } = await svc(args, { env: { ...Object.fromEntries(given), SVC_CONFIG_DIR: shared } });
      assert.equal(code, 0, `${args.join(' ')}: ${stderr}`);
    }
  } finally {
    await rm(shared, { recursive: true });
  }
});

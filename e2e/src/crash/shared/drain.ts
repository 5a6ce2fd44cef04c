import assert from 'node:assert/strict';
import { eventually } from '@svc/testing';
import { topologyKind } from '../../topology.js';
import { numberedRequest } from '../telemetry.js';
import type { SharedService } from './shared-service.js';

const NAMES = topologyKind() === 'standalone' ? ['standalone'] : ['gateway', 'ingest'];

/** Longer than the requests below take on a busy machine. */
export const DRAIN_SETTINGS = { SVC_DRAIN_SECONDS: '8' };

export function drain(service: SharedService): void {
  describe('a stopping process', () => {
    it('serves while it is no longer ready, closes its connections, and exits', async () => {
      await service.begin({ gateway: DRAIN_SETTINGS, ingest: DRAIN_SETTINGS });
      const { topology } = service;
      const { httpUrl, ingestUrl, apiKey } = topology;
      const leaving = [...topology.processes.values()].filter(({ name }) => NAMES.includes(name));
      const headers = { 'x-svc-api-key': apiKey, 'content-type': 'application/json' };
      const { body } = numberedRequest('logs', 'late', 0, { count: 1 });
      const read = () => fetch(`${httpUrl}/api/v1/projects`, { headers });
      const write = () => fetch(`${ingestUrl}/v1/logs`, { method: 'POST', headers, body });
      const isReady = async (url: string) => (await fetch(`${url}/health/ready`)).ok;
      for (const request of [read, write]) {
        // Ingestion may still be connecting to the gateway, which has just started again.
        const answer = await eventually('it serves', async () => {
          const served = await request();
          return served.ok && served;
        });
        assert.equal(answer.headers.get('connection'), 'keep-alive');
      }

      const stopped = Promise.all(leaving.map((child) => child.stop()));
      for (const url of [httpUrl, ingestUrl]) await eventually('it is not ready', async () => !(await isReady(url)));
      for (const request of [read, write]) {
        const answer = await request();
        assert.deepEqual([answer.status, answer.headers.get('connection')], [200, 'close'], await answer.text());
      }
      await stopped;
      assert.deepEqual(
        leaving.map(({ exitCode }) => exitCode),
        NAMES.map(() => 0),
      );
    });
  });
}

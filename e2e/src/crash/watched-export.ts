import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { pace } from '@svc/testing';
import type { Topology } from '@svc/testing';

const POLL_MS = 50;

/** An export as the interface describes it. */
export interface ExportJob {
  readonly id: string;
  readonly status: string;
  readonly attempt_count: number;
  readonly progress: { readonly percent: number; readonly rows_written: string };
  readonly result?: { readonly rows: string; readonly bytes: string; readonly sha256: string };
  readonly error?: { readonly code: string; readonly message: string };
}

const OVER = new Set(['completed', 'failed', 'cancelled']);

/** An export of a service that fails: it is polled until it is over, and requests without an answer are repeated. */
export class WatchedExport {
  /** Every state that was seen, in order. */
  readonly states: string[] = [];
  /** Every error that the export has reported. */
  readonly errors: NonNullable<ExportJob['error']>[] = [];
  /** Progress that was less than before. */
  readonly fallen: string[] = [];
  /** The export as it is once it is over. */
  readonly over: Promise<ExportJob>;
  #seen: ExportJob;

  private constructor(
    private readonly topology: Topology,
    private readonly project: string,
    created: ExportJob,
  ) {
    this.#seen = created;
    this.over = this.#watch();
    // Awaited at the end of a test, and the test may fail before.
    this.over.catch(() => undefined);
  }

  static async create(topology: Topology, project: string, body: object): Promise<WatchedExport> {
    const answer = await fetch(`${topology.httpUrl}/api/v1/export?project_id=${project}`, {
      method: 'POST',
      headers: { 'x-svc-api-key': topology.apiKey, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    const text = await answer.text();
    assert.equal(answer.status, 201, text);
    return new WatchedExport(topology, project, JSON.parse(text) as ExportJob);
  }

  get id(): string {
    return this.#seen.id;
  }

  get rows(): number {
    return Number(this.#seen.progress.rows_written);
  }

  get isOver(): boolean {
    return OVER.has(this.#seen.status);
  }

  /** Downloads the file, and checks that it is the result. */
  async download(): Promise<Buffer> {
    const { result } = await this.over;
    const { topology, project } = this;
    const headers = { 'x-svc-api-key': topology.apiKey };
    const minting = `${topology.httpUrl}/api/v1/export/jobs/${this.id}/download?project_id=${project}`;
    const { url } = (await (await fetch(minting, { headers })).json()) as { url: string };
    const file = await fetch(new URL(new URL(url, topology.httpUrl).pathname, topology.httpUrl));
    const bytes = Buffer.from(await file.arrayBuffer());
    assert.deepEqual([file.status, bytes.length], [200, Number(result?.bytes)]);
    assert.equal(createHash('sha256').update(bytes).digest('hex'), result?.sha256);
    return bytes;
  }

  async #watch(): Promise<ExportJob> {
    while (!this.isOver) {
      await pace(POLL_MS);
      const found = await this.#read();
      if (found) this.#record(found);
    }
    return this.#seen;
  }

  async #read(): Promise<ExportJob | undefined> {
    const { httpUrl, apiKey } = this.topology;
    const url = `${httpUrl}/api/v1/export/jobs/${this.id}?project_id=${this.project}`;
    try {
      const answer = await fetch(url, { headers: { 'x-svc-api-key': apiKey }, signal: AbortSignal.timeout(5_000) });
      const text = await answer.text();
      if (answer.status === 200) return JSON.parse(text) as ExportJob;
      assert.ok(answer.status >= 500 || answer.status === 429, `${answer.status} ${text}`);
    } catch (error) {
      if (error instanceof assert.AssertionError) throw error;
    }
    return undefined;
  }

  #record(found: ExportJob): void {
    const { status, progress, error } = found;
    const before = this.#seen.progress;
    if (progress.percent < before.percent || Number(progress.rows_written) < Number(before.rows_written))
      this.fallen.push(`${JSON.stringify(before)} to ${JSON.stringify(progress)}`);
    if (this.states.at(-1) !== status) this.states.push(status);
    if (error) this.errors.push(error);
    this.#seen = found;
  }
}

/** The ID of the project that the first start created. */
export async function firstProject({ httpUrl, apiKey, projectSlug }: Topology): Promise<string> {
  const answer = await fetch(`${httpUrl}/api/v1/projects`, { headers: { 'x-svc-api-key': apiKey } });
  const { projects } = (await answer.json()) as { projects: { id: string; slug: string }[] };
  const found = projects.find(({ slug }) => slug === projectSlug);
  assert.ok(found, 'the first project is listed');
  return found.id;
}

import { randomUUID } from 'node:crypto';
import { pace } from '@svc/testing';
import { RestClient } from './requests.js';

const READERS = 2;
const PAUSE_MS = 100;

/** Reads and writes over REST until it is stopped: pages of every store, and saved searches, which are counted at the end. */
export class RestLoad {
  readonly client: RestClient;
  /** Names of the searches whose creation was answered. */
  readonly created: string[] = [];
  #isStopping = false;
  #running: Promise<unknown> = Promise.resolve();

  constructor(
    chooseUrl: () => string,
    key: string,
    private readonly project: string,
  ) {
    this.client = new RestClient(chooseUrl, key);
  }

  start(): void {
    this.#running = Promise.all([...Array.from({ length: READERS }, () => this.#read()), this.#write()]);
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    await this.#running;
  }

  /** Reports deviations of the saved searches: every created one must exist once, and no others. */
  async miscounted(): Promise<string[]> {
    const stored: string[] = [];
    for (let cursor: string | undefined = ''; cursor !== undefined;) {
      const page: Record<string, unknown> | undefined = await this.client.send({
        method: 'GET',
        path: `/search/saved?project_id=${this.project}&signal=logs&limit=100${cursor && `&cursor=${encodeURIComponent(cursor)}`}`,
      });
      const { saved_searches: searches, pagination } = page as unknown as SearchPage;
      stored.push(...searches.map(({ name }) => name));
      cursor = pagination.has_more ? pagination.next_cursor : undefined;
    }
    const differing = (some: readonly string[], others: readonly string[]) =>
      some.filter((name) => !others.includes(name));
    const twice = stored.filter((name, i) => stored.indexOf(name) !== i);
    return [...differing(this.created, stored), ...differing(stored, this.created), ...twice];
  }

  async #read(): Promise<void> {
    const { project } = this;
    const paths = [
      `/logs?project_id=${project}&limit=20`,
      `/services?project_id=${project}`,
      `/search/saved?project_id=${project}&signal=logs&limit=20`,
      `/persons?project_id=${project}&limit=20`,
    ];
    for (let i = 0; !this.#isStopping; i++) {
      await this.client.send({ method: 'GET', path: paths[i % paths.length] ?? '' });
      await pace(PAUSE_MS);
    }
  }

  /** One at a time, each repeated under its idempotency key until it is answered. */
  async #write(): Promise<void> {
    for (let i = 0; !this.#isStopping; i++) {
      const name = `search ${i}`;
      const body = { name, signal: 'logs', query: {}, project_id: this.project, idempotency_key: randomUUID() };
      if (await this.client.send({ method: 'POST', path: '/search/saved', body })) this.created.push(name);
      await pace(PAUSE_MS);
    }
  }
}

interface SearchPage {
  readonly saved_searches: readonly { readonly name: string }[];
  readonly pagination: { readonly has_more: boolean; readonly next_cursor?: string };
}

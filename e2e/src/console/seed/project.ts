import { sendOtlp, type OfResource } from '@svc/testing/outages';
import { ok, type Json } from '../../api.js';
import { theService } from '../../topology.js';
import { makeProject } from '../../workspace/project.js';

/** A project that is filled with data through the public interfaces, with the key of the owner. */
export class SeededProject {
  private constructor(
    readonly id: string,
    readonly slug: string,
  ) {}

  /** @param named name and slug; a random slug when absent. */
  static async make(named: readonly [name?: string, slug?: string] = []): Promise<SeededProject> {
    const { id, slug } = await makeProject(...named);
    return new SeededProject(id, slug);
  }

  /** A project that is there, such as one that `seed` has made. */
  static of({ projectId, slug }: { readonly projectId: string; readonly slug: string }): SeededProject {
    return new SeededProject(projectId, slug);
  }

  get(path: string): Promise<Json> {
    return this.#send('GET', path);
  }

  post(path: string, body: object): Promise<Json> {
    return this.#send('POST', path, body);
  }

  put(path: string, body: object): Promise<Json> {
    return this.#send('PUT', path, body);
  }

  patch(path: string, body: object): Promise<Json> {
    return this.#send('PATCH', path, body);
  }

  /** Sends records of OTLP/JSON, each with the service of its resource. */
  send(signal: 'traces' | 'logs' | 'metrics', items: readonly OfResource<object>[]): Promise<void> {
    return sendOtlp({ ...theService(), projectSlug: this.slug }, signal, items);
  }

  /** Sends to a route of ingestion below /api/v1. */
  async ingest(path: string, body: object): Promise<void> {
    const { ingestUrl, apiKey } = theService();
    const answer = await fetch(`${ingestUrl}/api/v1${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-svc-api-key': apiKey, 'x-svc-project': this.id },
      body: JSON.stringify(body),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`POST ${path} was answered with ${answer.status}: ${text}`);
  }

  #send(method: string, path: string, body?: object): Promise<Json> {
    const separator = path.includes('?') ? '&' : '?';
    return ok(method, `${path}${separator}project_id=${this.id}`, body && { body });
  }
}

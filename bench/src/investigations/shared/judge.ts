import type { Topology } from '@svc/testing';
import { projectId } from '../../reading/project.js';
import type { Case } from './case.js';

/** The answer to a case: possible causes, the most probable first, and how certain the conclusion is. */
export interface Answer {
  readonly level: string;
  readonly causes: readonly string[];
  readonly seconds: number;
}

interface Investigation {
  readonly id: string;
  readonly status: string;
  readonly conclusion?: { readonly level: string };
  readonly hypotheses?: readonly { readonly cause: { readonly name: string }; readonly score: number }[];
}

const POLL_MS = 200;
const UNFINISHED = new Set(['queued', 'running']);

/** Starts an investigation of the window of a case, and waits for its end. */
export async function investigate({ topology, name, window, question, services = [] }: Case): Promise<Answer> {
  const project = await projectId(topology);
  const startedAt = performance.now();
  const where = services.length > 0 ? `Why is ${services.join(', ')} failing or slow?` : 'What is wrong?';
  const body = {
    question: question ?? where,
    project_id: project,
    ...(window && {
      window: { start: new Date(window.start).toISOString(), end: new Date(window.end).toISOString() },
    }),
    idempotency_key: window ? `${window.start}-${window.end}` : name.replaceAll(/\W+/g, '-'),
  };
  let investigation = await call<Investigation>(topology, '/investigations', body);
  while (UNFINISHED.has(investigation.status)) {
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    investigation = await call<Investigation>(topology, `/investigations/${investigation.id}?project_id=${project}`);
  }
  if (!investigation.conclusion) throw new Error(`an investigation ended with the status ${investigation.status}`);
  const ranked = [...(investigation.hypotheses ?? [])].sort((a, b) => b.score - a.score);
  const seconds = (performance.now() - startedAt) / 1_000;
  return { level: investigation.conclusion.level, causes: ranked.map(({ cause }) => cause.name), seconds };
}

async function call<Result>({ httpUrl, apiKey }: Topology, path: string, body?: object): Promise<Result> {
  const headers = { 'x-svc-api-key': apiKey, 'content-type': 'application/json' };
  const sent = body && { method: 'POST', body: JSON.stringify(body) };
  const answer = await fetch(`${httpUrl}/api/v1${path}`, { headers, ...sent });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${path} was answered with ${answer.status}: ${text}`);
  return JSON.parse(text) as Result;
}

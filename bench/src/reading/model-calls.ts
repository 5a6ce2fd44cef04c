/**
 * Figures of calls of models over 30 days, one JSON line per figure: `node dist/reading/model-calls.js [calls] [directory] [only]`. Fills a
 * state directory once with ten million calls (existing data is used again), starts a standalone on it, which counts their hours and days,
 * and sends requests to the REST interface; `only` selects requests whose name contains it.
 */
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startStandalone } from '@svc/testing';
import { countFigures, DAYS, prepareCalls } from '../data/model-calls-data.js';
import { printer } from '../figures/figure.js';
import { measureRequests } from './measure-requests.js';
import { projectId } from './project.js';

const [, , calls = 10_000_000, directory = path.join(tmpdir(), 'svc-bench-model-calls'), only = ''] = process.argv;
const data = await prepareCalls(String(directory), Number(calls));
const print = printer({ calls: data.calls });
const text = (seconds: number): string => new Date(seconds * 1000).toISOString();
/** A month that ends at another minute each time. */
const month = (nth: number): string => {
  const last = data.end - nth * 60;
  return `start_time=${text(last - DAYS * 86_400 + 3_600)}&end_time=${text(last)}`;
};

interface Question {
  /** Upper bound for the median; a figure without one is for comparison. */
  readonly goalMs?: number;
  readonly path: (nth: number) => string;
}

const QUESTIONS: Readonly<Record<string, Question>> = {
  'summary of 30 days': { goalMs: 300, path: (nth) => `/llm/summary?${month(nth)}` },
  'summary of an agent': { path: (nth) => `/llm/summary?${month(nth)}&agent=agent-${nth % 20}` },
  'series of 30 days': { path: (nth) => `/llm/series?${month(nth)}` },
  'series by model': { path: (nth) => `/llm/series?${month(nth)}&group_by=model` },
};

const topology = await startStandalone({ directory: String(directory) });
try {
  const { httpUrl, apiKey } = topology;
  const project = await projectId(topology);
  await countFigures(String(directory), data);
  const ask = async (url: string): Promise<void> => {
    const answer = await fetch(`${httpUrl}/api/v1${url}&project_id=${project}`, {
      headers: { 'x-svc-api-key': apiKey },
    });
    const body = await answer.text();
    if (answer.status !== 200) throw new Error(`${url} was answered with ${answer.status}: ${body}`);
  };
  for (const [question, { goalMs, path: toPath }] of Object.entries(QUESTIONS)) {
    if (!question.includes(only)) continue;
    const figure = await measureRequests(topology, (nth) => ask(toPath(nth)));
    print({ figure: 'model calls', question, goalMs, ...figure });
  }
} finally {
  await topology.stop();
}

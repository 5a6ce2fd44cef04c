/**
 * Lists of agent runs and one of 5,000 steps over a full store, one JSON line per figure:
 * `node dist/reading/agent-runs.js [runs] [directory] [only]`. Fills a state directory once: a million runs in a day, each assembled twice
 * (existing data is used again), starts a standalone on it and sends requests to the REST interface; `only` selects requests whose name
 * contains it.
 */
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startStandalone } from '@svc/testing';
import { LONG_RUN, prepareRuns } from '../data/agent-runs-data.js';
import { printer } from '../figures/figure.js';
import { measureRequests } from './measure-requests.js';
import { projectId } from './project.js';

const [, , runs = 1_000_000, directory = path.join(tmpdir(), 'svc-bench-agent-runs'), only = ''] = process.argv;
const data = await prepareRuns(String(directory), Number(runs));
const print = printer({ runs: data.runs });
const text = (seconds: number): string => new Date(seconds * 1000).toISOString();
/** A day that ends at another minute each time. */
const day = (nth: number): string => {
  const last = data.end - nth * 60;
  return `start_time=${text(last - 86_400)}&end_time=${text(last)}`;
};

interface Question {
  /** Upper bound for the median; a figure without one is for comparison. */
  readonly goalMs?: number;
  readonly path: (nth: number) => string;
}

const QUESTIONS: Readonly<Record<string, Question>> = {
  'list: first page of a day': { goalMs: 50, path: (nth) => `/agent-runs?${day(nth)}` },
  'list: of an agent': { goalMs: 50, path: (nth) => `/agent-runs?${day(nth)}&agent=agent-${nth % 20}` },
  'list: errors only': { goalMs: 50, path: (nth) => `/agent-runs?${day(nth)}&errors_only=true` },
  'list: of a person': { path: (nth) => `/agent-runs?${day(nth)}&distinct_id=user-${nth * 31}` },
  'list: of an absent agent': { path: (nth) => `/agent-runs?${day(nth)}&agent=absent-${nth}` },
  'top persons of a day': { path: (nth) => `/llm/top-persons?${day(nth)}` },
  'get: first 500 of 5,000 steps': { goalMs: 150, path: (nth) => `/agent-runs/${LONG_RUN}?limit=${500 - (nth % 3)}` },
};

const topology = await startStandalone({ directory: String(directory) });
try {
  const { httpUrl, apiKey } = topology;
  const project = await projectId(topology);
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
    print({ figure: 'agent runs', question, goalMs, ...figure });
  }
} finally {
  await topology.stop();
}

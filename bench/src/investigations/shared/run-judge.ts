import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startStandalone, type Topology } from '@svc/testing';
import { printer } from '../../figures/figure.js';
import { accuracies, type Judged } from './accuracy.js';
import type { Case, TopologyOf } from './case.js';
import { investigate } from './judge.js';

/** Data are sent as of this time before now, so that all of it is in the past. */
const AGE_MS = 600_000;

/** Fewer than the investigations that an hour permits in a project. */
const CASES_OF_PROJECT = 15;

/** Sends the faults of a system to a standalone of its own, investigates each of them, and prints how often the cause was found. */
export async function runJudge(
  system: string,
  send: (topologyOf: TopologyOf, end: number) => Promise<Case[]>,
): Promise<void> {
  const directory = await mkdtemp(path.join(tmpdir(), 'svc-judge-'));
  const topology = await startStandalone({ directory });
  try {
    const cases = await send(projectsOf(topology), Date.now() - AGE_MS);
    const judged: Judged[] = [];
    for (const of of cases) judged.push({ of, answer: await investigate(of) });
    const print = printer({ system });
    for (const { of, answer } of judged) {
      const { name, type, causes } = of;
      print({
        figure: 'case',
        case: name,
        type,
        cause: causes.map((names) => names.join(' or ')).join(', and '),
        level: answer.level,
        found: answer.causes.slice(0, 3).join(', '),
      });
    }
    for (const accuracy of accuracies(system, judged)) print({ figure: 'accuracy', ...accuracy });
    const quiet = judged.filter(({ of }) => of.causes.length === 0);
    const seconds = judged.map(({ answer }) => answer.seconds).sort((a, b) => a - b);
    print({
      figure: 'without a fault',
      windows: quiet.length,
      inconclusive: quiet.filter(({ answer }) => answer.level === 'inconclusive').length,
      medianSeconds: seconds[Math.floor(seconds.length / 2)] ?? 0,
      slowestSeconds: seconds.at(-1) ?? 0,
    });
  } finally {
    await topology.stop();
    await rm(directory, { recursive: true, force: true });
  }
}

/** A project for each few cases, made when its first case is sent. */
function projectsOf(topology: Topology): TopologyOf {
  const made = new Map<number, Promise<Topology>>();
  const make = async (number: number): Promise<Topology> => {
    const projectSlug = `cases-${number}`;
    const headers = { 'x-svc-api-key': topology.apiKey, 'content-type': 'application/json' };
    const body = JSON.stringify({ slug: projectSlug, name: projectSlug });
    const answer = await fetch(`${topology.httpUrl}/api/v1/projects`, { method: 'POST', headers, body });
    if (!answer.ok) throw new Error(`A project was answered with ${answer.status}: ${await answer.text()}`);
    return { ...topology, projectSlug };
  };
  return (index) => {
    const number = Math.floor(index / CASES_OF_PROJECT);
    const project = made.get(number) ?? make(number);
    made.set(number, project);
    return project;
  };
}

import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { parseRows } from '../shared/csv.js';

/** The figures of a node in five minutes. */
export interface Figures {
  readonly requests: number;
  /** Share of the requests that failed. */
  readonly failed: number;
  /** Mean in seconds. */
  readonly latency: number;
}

export interface Row {
  /** Start of the five minutes in seconds. */
  readonly at: number;
  readonly nodes: ReadonlyMap<string, Figures>;
}

export interface Issue {
  readonly name: string;
  readonly type: string;
  readonly target: string;
  readonly cause: string;
  /** Seconds. */
  readonly at: number;
  readonly rows: readonly Row[];
}

export interface Traffic {
  readonly name: string;
  readonly edges: readonly (readonly [caller: string, callee: string])[];
  readonly normal: readonly Row[];
  readonly issues: readonly Issue[];
}

const HEADER_ROWS = 4;

export async function readTraffic(directory: string, name: string): Promise<Traffic> {
  const base = path.join(directory, 'dataset', name);
  const folders = (await readdir(path.join(base, 'train'))).sort(byNumber);
  return {
    name,
    edges: toEdges(parseRows(await readFile(path.join(base, 'graph.csv'), 'utf8'))),
    normal: await readRows(path.join(base, 'noissue', 'metrics.csv')),
    issues: await Promise.all(
      folders.map((folder) => readIssue(path.join(base, 'train', folder), `${name} ${folder}`)),
    ),
  };
}

async function readIssue(folder: string, name: string): Promise<Issue> {
  const { target, root_cause } = JSON.parse(await readFile(path.join(folder, 'target.json'), 'utf8')) as {
    target: { node: string; metric: string; timestamp: number };
    root_cause: { node: string };
  };
  const rows = await readRows(path.join(folder, 'metrics.csv'));
  return { name, type: target.metric, target: target.node, cause: root_cause.node, at: target.timestamp, rows };
}

/** A cell is 1 if the node of its row calls that of its column. */
function toEdges([header = [], ...rows]: readonly string[][]): [string, string][] {
  return rows.flatMap(([caller = '', ...cells]) =>
    cells.flatMap((cell, index): [string, string][] => (Number(cell) > 0 ? [[caller, header[index + 1] ?? '']] : [])),
  );
}

async function readRows(file: string): Promise<Row[]> {
  const rows = parseRows(await readFile(file, 'utf8'));
  const [names = [], metrics = [], statistics = []] = rows;
  return rows.slice(HEADER_ROWS).map((cells) => {
    const values = new Map<string, Map<string, number>>();
    for (const [index, cell] of cells.entries()) {
      const [node, key] = [names[index] ?? '', `${metrics[index]} ${statistics[index]}`];
      if (index === 0 || cell === '') continue;
      const own = values.get(node) ?? new Map<string, number>();
      values.set(node, own.set(key, Number(cell)));
    }
    return { at: Number(cells[0]), nodes: new Map([...values].flatMap(([node, own]) => toFigures(node, own))) };
  });
}

function toFigures(node: string, own: ReadonlyMap<string, number>): [string, Figures][] {
  const [requests, latency] = [own.get('requests Sum'), own.get('latency Average')];
  if (!requests || latency === undefined) return [];
  return [[node, { requests, latency, failed: 1 - (own.get('availability Average') ?? 100) / 100 }]];
}

function byNumber(a: string, b: string): number {
  return Number(a.replace(/\D/g, '')) - Number(b.replace(/\D/g, ''));
}

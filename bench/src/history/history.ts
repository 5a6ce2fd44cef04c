import { appendFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { drawChart } from './chart.js';
import type { Measurement } from './measurements.js';

/** Committed, like the pictures that are drawn from it. */
const DIRECTORY = new URL('../../history/', import.meta.url);
const FILE = new URL('measurements.jsonl', DIRECTORY);

export async function record(measurements: readonly Measurement[]): Promise<void> {
  if (measurements.length === 0) return;
  await mkdir(DIRECTORY, { recursive: true });
  await appendFile(FILE, measurements.map((measurement) => `${JSON.stringify(measurement)}\n`).join(''));
}

/** Draws the picture of each figure, and a page with all of them. */
export async function drawAll(): Promise<number> {
  const lines = (await readFile(FILE, 'utf8')).split('\n').filter((text) => text !== '');
  const figures = Map.groupBy(
    lines.map((text) => JSON.parse(text) as Measurement),
    ({ figure }) => figure,
  );
  const names = [...figures.keys()].toSorted();
  for (const name of names)
    await writeFile(new URL(fileName(name), DIRECTORY), drawChart(name, figures.get(name) ?? []));
  const page = names.map((name) => `![${name}](${fileName(name)})`);
  await writeFile(
    new URL('README.md', DIRECTORY),
    `# Figures over time\n\nDrawn by \`node dist/overnight.js\`.\n\n${page.join('\n\n')}\n`,
  );
  return names.length;
}

const fileName = (figure: string): string => `${figure.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}.svg`;

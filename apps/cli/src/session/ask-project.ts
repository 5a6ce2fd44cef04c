import { oneLine } from '../print/layout/sanitize.js';
import type { Io } from '../runtime/io.js';
import type { Project } from './choose-project.js';

/**
 * Asks at the terminal for one of several projects, by number or slug; an empty line takes the first one. Returns undefined when the
 * input ends without a choice.
 */
export async function askProject(
  projects: readonly Project[],
  { stdin, stderr }: Pick<Io, 'stdin' | 'stderr'>,
): Promise<Project | undefined> {
  const width = String(projects.length).length;
  const list = projects.map(({ slug }, index) => `  ${String(index + 1).padStart(width)}  ${oneLine(slug)}\n`);
  const prompt = `Active project, 1 to ${projects.length} (1): `;
  stderr.write(`Projects that you can use:\n${list.join('')}${prompt}`);
  for await (const line of readLines(stdin)) {
    const typed = line.trim() === '' ? '1' : line.trim();
    const chosen = projects.find(({ slug }, index) => typed === String(index + 1) || typed === slug);
    if (chosen) return chosen;
    stderr.write(prompt);
  }
  stderr.write('\n');
  return undefined;
}

/** Yields each line that ends with a line feed, so a choice that was not confirmed does not count. */
async function* readLines(input: AsyncIterable<Uint8Array>): AsyncIterable<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of input) {
    const lines = (text + decoder.decode(chunk, { stream: true })).split('\n');
    text = lines.pop() ?? '';
    yield* lines;
  }
}

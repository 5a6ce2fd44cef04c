const MAX_SCHEDULE = 200;
const MAX_LAYER = 100;

/** A name of a schedule: one line of at most 200 characters. */
export function scheduleName(text: string, suffix = ''): string {
  return shortened(text === '' ? 'On-call' : text, MAX_SCHEDULE, suffix);
}

/** Gives the layers of a schedule unique names of at most 100 characters. */
export class LayerNames {
  readonly #used = new Set<string>();

  next(text: string): string {
    for (let nth = 1; ; nth++) {
      const name = shortened(text === '' ? 'Layer' : text, MAX_LAYER, nth === 1 ? '' : ` (${nth})`);
      if (this.#used.has(name)) continue;
      this.#used.add(name);
      return name;
    }
  }
}

function shortened(text: string, length: number, suffix: string): string {
  const line = text.replace(/[\p{C}\p{Z}\s]+/gu, ' ').trim();
  const points = Array.from(line === '' ? 'On-call' : line);
  return `${points
    .slice(0, length - suffix.length)
    .join('')
    .trim()}${suffix}`;
}

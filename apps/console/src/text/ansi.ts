/** A run of text with the colours and styles of a terminal; numbers are places in the palette of 16. */
export interface AnsiRun {
  readonly text: string;
  readonly foreground?: number;
  readonly background?: number;
  readonly bold?: true;
  readonly dim?: true;
  readonly italic?: true;
  readonly underline?: true;
}

type Style = Omit<AnsiRun, 'text'>;

/** Sequences of a terminal: colours and cursor movements, titles and links (ended by BEL or ST), and short ones. */
const SEQUENCE =
  // eslint-disable-next-line no-control-regex
  /(?:\u001B\[|\u009B)([0-?]*)[ -/]*([@-~])|(?:\u001B[\]PX^_]|[\u0090\u0098\u009D-\u009F])[^\u0007\u001B\u0090-\u009F]{0,4096}(?:\u0007|\u001B\\|\u009C)|\u001B[ -/]*[0-~]/g;

/** The colours that xterm uses for its first sixteen. */
const PALETTE: readonly (readonly [number, number, number])[] = [
  [0, 0, 0],
  [205, 0, 0],
  [0, 205, 0],
  [205, 205, 0],
  [0, 0, 238],
  [205, 0, 205],
  [0, 205, 205],
  [229, 229, 229],
  [127, 127, 127],
  [255, 0, 0],
  [0, 255, 0],
  [255, 255, 0],
  [92, 92, 255],
  [255, 0, 255],
  [0, 255, 255],
  [255, 255, 255],
];

/** Whether a text contains a sequence of a terminal. */
export function hasAnsi(text: string): boolean {
  return text.includes('\u001B') || text.includes('\u009B');
}

/** The text without its sequences of a terminal. */
export function stripAnsi(text: string): string {
  return hasAnsi(text) ? text.replaceAll(SEQUENCE, '') : text;
}

/** The runs of equal style. Sequences that are not about style have no effect and are left out. */
export function parseAnsi(text: string): readonly AnsiRun[] {
  const runs: AnsiRun[] = [];
  let style: Style = {};
  let done = 0;
  for (const match of text.matchAll(SEQUENCE)) {
    pushRun(runs, text.slice(done, match.index), style);
    done = match.index + match[0].length;
    if (match[2] === 'm') style = applyCodes(style, match[1] ?? '');
  }
  pushRun(runs, text.slice(done), style);
  return runs;
}

function pushRun(runs: AnsiRun[], text: string, style: Style): void {
  if (text !== '') runs.push({ text, ...style });
}

function applyCodes(before: Style, source: string): Style {
  let style = before;
  // Colons are another way to write the parts of one colour.
  const codes = source.split(/[;:]/, 64).map(Number);
  for (let index = 0; index < codes.length; index++) {
    const code = codes[index] ?? 0;
    if (code === 38 || code === 48) {
      const [color, used] = readColor(codes.slice(index + 1));
      index += used;
      style = withColor(style, code === 38 ? 'foreground' : 'background', color);
    } else style = applyCode(style, code);
  }
  return style;
}

function applyCode(style: Style, code: number): Style {
  if (code >= 30 && code <= 37) return withColor(style, 'foreground', code - 30);
  if (code >= 90 && code <= 97) return withColor(style, 'foreground', code - 90 + 8);
  if (code >= 40 && code <= 47) return withColor(style, 'background', code - 40);
  if (code >= 100 && code <= 107) return withColor(style, 'background', code - 100 + 8);
  switch (code) {
    case 0:
      return {};
    case 1:
      return { ...style, bold: true };
    case 2:
      return { ...style, dim: true };
    case 3:
      return { ...style, italic: true };
    case 4:
      return { ...style, underline: true };
    case 22:
      return without(style, ['bold', 'dim']);
    case 23:
      return without(style, ['italic']);
    case 24:
      return without(style, ['underline']);
    case 39:
      return without(style, ['foreground']);
    case 49:
      return without(style, ['background']);
    default:
      return style;
  }
}

/** The colour after 38 or 48, and how many codes it takes. */
function readColor([form, ...parts]: readonly number[]): readonly [color: number | undefined, used: number] {
  if (form === 5) return [toSixteen(parts[0] ?? 0), 2];
  return form === 2 ? [nearest(parts[0] ?? 0, parts[1] ?? 0, parts[2] ?? 0), 4] : [undefined, 1];
}

function toSixteen(color: number): number {
  if (color < 16) return color;
  if (color >= 232) return nearest((color - 232) * 10 + 8, (color - 232) * 10 + 8, (color - 232) * 10 + 8);
  const level = (part: number): number => (part === 0 ? 0 : part * 40 + 55);
  const cube = color - 16;
  return nearest(level(Math.floor(cube / 36)), level(Math.floor(cube / 6) % 6), level(cube % 6));
}

function nearest(red: number, green: number, blue: number): number {
  const distances = PALETTE.map(([r, g, b]) => (r - red) ** 2 + (g - green) ** 2 + (b - blue) ** 2);
  return distances.indexOf(Math.min(...distances));
}

function withColor(style: Style, part: 'foreground' | 'background', color: number | undefined): Style {
  if (color === undefined || !(color >= 0 && color < 16)) return style;
  return part === 'foreground' ? { ...style, foreground: color } : { ...style, background: color };
}

function without(style: Style, names: readonly (keyof Style)[]): Style {
  return Object.fromEntries(Object.entries(style).filter(([name]) => !names.includes(name as keyof Style))) as Style;
}

/**
 * Draws the pictures of README.md from real runs: `node scripts/picture.mjs <file.svg> <arguments of svc>`. Needs a running service, the
 * built client and a profile, such as those of `npm start` after `npm run example`.
 */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from './tools.mjs';

const [file, ...args] = process.argv.slice(2);
const CHARACTER = 7.8;
const LINE = 18;
const MARGIN = 16;

const COLORS = {
  31: '#ff7b72',
  32: '#7ee787',
  33: '#e3b341',
  34: '#79c0ff',
  35: '#d2a8ff',
  36: '#56d4dd',
};

const client = path.join(ROOT, 'apps/cli/dist/svc.js');
const env = { ...process.env, FORCE_COLOR: '1' };
const output = execFileSync(process.execPath, [client, '-o', 'table', ...args], { env, encoding: 'utf8' });
const lines = [`\u001B[2m$\u001B[22m svc ${args.join(' ')}`, ...output.trimEnd().split('\n')];
const columns = Math.max(...lines.map((line) => characters(line).length));
writeFileSync(file, drawing(lines.map(characters)));

/** The characters of a line, each with the style that the escape sequences before it select. */
function characters(line) {
  const [plain, ...parts] = line.split('\u001B[');
  let style = {};
  const styled = parts.flatMap((part) => {
    const [code] = part.split('m', 1);
    style = restyled(style, code);
    return [...part.slice(code.length + 1)].map((text) => ({ text, style }));
  });
  const unstyled = {};
  return [...[...plain].map((text) => ({ text, style: unstyled })), ...styled];
}

function restyled(style, code) {
  if (code === '1') return { ...style, weight: 'bold' };
  if (code === '2') return { ...style, color: '#8b949e' };
  if (code === '22') return {};
  return { ...style, color: COLORS[code] };
}

function drawing(rows) {
  const width = Math.ceil(columns * CHARACTER + 2 * MARGIN);
  const height = rows.length * LINE + 2 * MARGIN;
  const runs = rows.flatMap((row, index) => words(row).map((word) => draw(word, index)));
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img">
<rect width="100%" height="100%" rx="8" fill="#0d1117"/>
<g font-family="ui-monospace,SFMono-Regular,Menlo,Consolas,'DejaVu Sans Mono',monospace" font-size="13" fill="#e6edf3">
${runs.join('\n')}
</g>
</svg>
`;
}

/** Runs of characters of one style, without the space between columns, so that each is placed by itself. */
function words(row) {
  const found = [];
  let start = 0;
  for (let index = 1; index <= row.length; index += 1) {
    if (row[index]?.style === row[start].style && row[index].text !== ' ' && row[index - 1].text !== ' ') continue;
    const text = row
      .slice(start, index)
      .map((character) => character.text)
      .join('');
    if (text.trim() !== '') found.push({ text, column: start, style: row[start].style });
    start = index;
  }
  return found;
}

function draw({ text, column, style }, row) {
  const x = (MARGIN + column * CHARACTER).toFixed(1);
  const width = (text.length * CHARACTER).toFixed(1);
  const y = MARGIN + row * LINE;
  const color = style.color === undefined ? '' : ` fill="${style.color}"`;
  if (/^▇+$/.test(text))
    return `<rect x="${x}" y="${y + 3}" width="${width}" height="${LINE - 6}" rx="2" fill="${style.color ?? '#e6edf3'}"/>`;
  const weight = style.weight === undefined ? '' : ` font-weight="${style.weight}"`;
  const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  return `<text x="${x}" y="${y + 13}" textLength="${width}"${color}${weight}>${escaped}</text>`;
}
